import { expect, it } from 'vitest';
import { errors } from '../errors.ts';
import { readOptions } from '../lead-headers.ts';
import { issueCodes } from '../lead-input.ts';
import { readLead } from '../read-lead.ts';
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

/** Whether a country is certain depends on the company. */
const codeOfCompany = 'unknown_country';

it('causes a finding of every other code, and expects the text that names it', () => {
  const { section } = errors.invalidFields;
  const codes = selfTestCases
    .filter(({ error, status }) => error === section || status === 201)
    .flatMap(({ text, requests: [request] }) => {
      const body = request?.body;
      const sent =
        body && 'json' in body ? body.json : body && 'text' in body ? JSON.parse(body.text) : {};
      const header = (name: string) =>
        Object.entries(request?.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
      const [{ isStrict }, problems] = readOptions(header);
      const context = { mapping: [], country: undefined, isStrict };
      const lead = readLead(Object(sent), context);
      const issues = [...problems, ...lead.issues];
      if (issues.length > 0 && request?.method === 'POST') {
        const told = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
        expect(told.slice(0, text.length)).toBe(text);
      }
      return [...issues, ...lead.warnings].map(({ code }) => code);
    });

  expect([...new Set(codes)].sort()).toEqual(
    issueCodes.filter((code) => code !== codeOfCompany).sort(),
  );
});
