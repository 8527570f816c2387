import {
  getRewrittenUrl,
  unstable_doesMiddlewareMatch,
  unstable_getResponseFromNextConfig,
} from 'next/experimental/testing/server.js';
import { describe, expect, it } from 'vitest';
import nextConfig from '../../next.config.ts';
import { config as proxyConfig } from '../../proxy.ts';
import { reservedSlugs } from '../services/companies/create-company.ts';
import { isPublicPath } from './contract.ts';
import { keyOperations, matchPath } from './router.ts';

const id = '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5';
const host = 'https://crm.example';
/** Inbound addresses have the prefix always: nothing but what the panel shows is pasted. */
const paths = [...new Set(keyOperations.map(({ openapi }) => openapi.path))];
const filled = (path: string) => path.replace(/\{\w+\}/g, id);

const rewritten = async (path: string) =>
  getRewrittenUrl(await unstable_getResponseFromNextConfig({ url: host + path, nextConfig }));
const isPage = (path: string) =>
  unstable_doesMiddlewareMatch({ config: proxyConfig, nextConfig, url: path });

describe.each(paths.map(filled))('the operation %s', (path) => {
  it('is the same with and without the prefix', () => {
    expect(matchPath(path)).toEqual(matchPath(`/api${path}`));
    expect(matchPath(path)).toBeDefined();
  });

  it.each(['', '/', '?externalLeadId=1'])('is not the panel’s with %j behind it', (end) => {
    expect([isPublicPath(path + end), isPublicPath(`/api${path}${end}`)]).toEqual([true, true]);
    expect(isPublicPath(`//${path.slice(1)}${end}`)).toBe(true);
  });

  it('is handed to the API by a host that only knows Next', async () => {
    expect(await rewritten(path)).toBe(`${host}/api${path}`);
    expect([isPage(path), isPage(`/api${path}`)]).toEqual([false, false]);
  });

  it('has a name that no new company may take', () => {
    expect(reservedSlugs).toContain(path.split('/')[1]);
  });
});

// A company that was called so before keeps its pages.
const companies = ['acme', 'me', 'funnels', 'media', 'funnels-1', 'leads-1'];
const pages = ['funnels', `funnels/${id}`, 'leads', `leads/${id}`, 'leads/export', 'account'];

it.each([
  '/',
  '/acme',
  '/media',
  '/leads-1',
  '/sign-in',
  '/docs/leads',
  '/api/auth/session',
  ...companies.flatMap((company) => pages.map((page) => `/${company}/${page}`)),
])('%s is a page', async (path) => {
  expect([isPublicPath(path), matchPath(path), await rewritten(path)]).toEqual([
    false,
    undefined,
    null,
  ]);
  expect(isPage(path)).toBe(!path.startsWith('/api/'));
});
