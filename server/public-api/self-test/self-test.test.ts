import { expect, it } from 'vitest';
import { errors } from '../errors.ts';
import { readOptions } from '../lead-headers.ts';
import { issueCodes, readLead } from '../lead-input.ts';
import { notFromBrowser, selfTestCases } from './self-test.ts';

it('causes every error of the API, or says why not', () => {
  const caused = selfTestCases.flatMap(({ error }) => error ?? []);
  const leftOut = notFromBrowser.map(({ section }) => section);
  const sections = Object.values(errors).map(({ section }) => section);

  expect([...new Set(caused), ...leftOut].sort()).toEqual(sections.sort());
});

it('names each case once', () => {
  const names = selfTestCases.map(({ name, status }) => `${status} ${name}`);
  expect(names).toEqual([...new Set(names)]);
});

const ofKey = { keptFields: [], country: undefined };

it('causes a problem of every code, and expects the text that names it', () => {
  const { section } = errors.invalidFields;
  const codes = selfTestCases
    .filter(({ error }) => error === section)
    .flatMap(({ text, requests: [request] }) => {
      const body = request?.body;
      const sent =
        body && 'json' in body ? body.json : body && 'text' in body ? JSON.parse(body.text) : {};
      const header = (name: string) =>
        Object.entries(request?.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
      const issues = [...readOptions(header)[1], ...readLead(Object(sent), ofKey).issues];
      if (issues.length > 0 && request?.method === 'POST') {
        const told = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
        expect(told.slice(0, text.length)).toBe(text);
      }
      return issues.map(({ code }) => code);
    });

  expect([...new Set(codes)].sort()).toEqual([...issueCodes].sort());
});
