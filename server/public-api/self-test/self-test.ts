import { maxBatchLeads, maxBodyBytes, maxJsonDepth } from '../../limits.ts';
import { problemType } from '../response.ts';
import {
  answered,
  get,
  json,
  type LeftOut,
  leftOut,
  name,
  refused,
  request,
  type SelfTestCase,
  simulated,
  text,
  withHeader,
  wrong,
} from './self-test-case.ts';

const created = 'Lead created successfully';
const oneKey = { ...json, 'Idempotency-Key': '$UUID' };
const external = { name, externalLeadId: '$UUID' };
const batch = '/api/leads/public/$STEP_ID/batch';

/** @param fields beside the name */
const strict = (what: string, text: string, fields: object) =>
  wrong(`X-Strict: ${what}`, text, {
    ...request({ json: { name, ...fields } }),
    headers: { ...json, 'X-Strict': 'true' },
  });

const accepted: readonly SelfTestCase[] = [
  answered('A lead with a name', created, [request()]),
  answered('Every published field', created, [
    request({
      json: {
        name,
        phones: ['5511987654321'],
        segment: 'newsletter',
        campaignName: 'Spring',
        adName: 'Ad',
        adsetName: 'Ad set',
        formId: 1,
        externalLeadId: '$UUID',
        pageId: 2,
        pageName: 'Page',
      },
    }),
  ]),
  answered('The same in snake case', created, [
    request({
      json: {
        name,
        campaign_name: 'Spring',
        ad_name: 'Ad',
        adset_name: 'Ad set',
        form_id: '1',
        lead_id: '$UUID',
        page_id: '2',
        page_name: 'Page',
      },
    }),
  ]),
  answered('Phones with decoration', created, [
    request({ json: { name, phone: '+55 (11) 98765-4321; tel:0044 20 7946 0958' } }),
  ]),
  answered(
    'Unknown fields are ignored and named',
    created,
    [request({ json: { name, companyId: '1', size: 5 } })],
    { headers: { 'x-ignored-fields': 'companyId, size' } },
  ),
  answered(
    'A tracking value that is too long is cut',
    created,
    [request({ json: { name, campaignName: 'x'.repeat(501) } })],
    { headers: { 'x-truncated-fields': 'campaignName' } },
  ),
  answered(
    'What cannot be read is kept and named',
    created,
    [request({ json: { name, phones: ['call me'], email: 'self-test' } })],
    { headers: { 'x-unread-fields': 'phones, email' } },
  ),
  answered(
    'Two names of a field with different values: the first is used',
    created,
    [request({ json: { name, formId: '1', form_id: '2' } })],
    { headers: { 'x-ignored-fields': 'form_id' } },
  ),
  answered('NUL in a field, and words around an address', created, [
    request({ json: { name, segment: '\0', email: 'Ana <ana@example.com>' } }),
  ]),
  answered('A phone and no name', created, [request({ json: { 'Your Tel': '5511987654321' } })]),
  answered(
    'An Idempotency-Key that was not filled in',
    created,
    [withHeader('Idempotency-Key', '{{$guid}}')],
    { headers: { 'x-ignored-headers': 'Idempotency-Key' } },
  ),
  answered('The address without /api', created, [request({ path: '/leads/public/$STEP_ID' })]),
  answered(
    'The same Idempotency-Key again: the same lead',
    created,
    [request({ headers: oneKey }), request({ headers: oneKey })],
    { headers: { 'idempotent-replayed': 'true' } },
  ),
  answered(
    'The same externalLeadId again: the same lead',
    created,
    [request({ json: external }), request({ json: external })],
    { headers: { 'idempotent-replayed': 'true' } },
  ),
  answered('A retry after a simulated 503', created, [
    request({ headers: { ...oneKey, 'X-Simulate': '503' } }),
    request({ headers: { ...oneKey, 'X-Simulate': '503' } }),
  ]),
  answered('X-Simulate: slow=1s', created, [withHeader('X-Simulate', 'slow=1s')]),
  answered('A dry run', 'Dry run: nothing was created', [withHeader('X-Dry-Run', 'true')], {
    status: 200,
  }),
  answered(
    'A batch',
    'Batch processed',
    [request({ path: batch, json: { leads: [{ name }, { name: '' }] } })],
    { status: 200 },
  ),
  answered('The key', 'API Key is valid', [get('/api/me')], { status: 200 }),
  answered('The steps of the key', 'Funnels listed successfully', [get('/api/funnels')], {
    status: 200,
  }),
  answered('A lead by its id', 'Lead found', [request(), get('/api/leads/$LEAD_ID')], {
    status: 200,
  }),
  answered(
    'Leads by their external id',
    'Leads listed successfully',
    [request({ json: external }), get('/api/leads?externalLeadId=$UUID')],
    { status: 200 },
  ),
  answered('The newest leads', 'Leads listed successfully', [get('/api/leads?limit=1')], {
    status: 200,
  }),
];

const badRequests: readonly SelfTestCase[] = [
  refused('notJson', 'An empty body', text(''), ': it is empty'),
  refused('notJson', 'The fields of a form', text('name=Self-test'), ': it looks like the fields'),
  refused('notJson', 'A raw line break in a string', text('{"name":"Self\ntest"}'), ': line 1,'),
  refused('notJson', 'A comma too many', text('{"name":"Self-test",}'), ': line 1, column'),
  refused('notUtf8', 'Bytes that are not UTF-8', request({ body: { bytes: [0x7b, 0xff, 0x7d] } })),
  refused('notObject', 'A list', request({ json: [{ name }] }), ': it is a list'),
  refused('notObject', 'JSON inside a string', text('"{}"'), ': it is a string that holds JSON'),
  refused(
    'tooDeep',
    'Lists in lists',
    text(`{"name":${'['.repeat(maxJsonDepth)}${']'.repeat(maxJsonDepth)}}`),
  ),
  wrong(
    'No name, phone or email address',
    'name: is required (the body has city, name)',
    request({ json: { city: 'x', name: ' ' } }),
  ),
  wrong(
    'Nothing that can be read',
    'name: is required (the body has phones, email); phones[0]: must hold 8 to 15 digits with country code; email: must be an email address',
    request({ json: { phones: ['123'], email: 'self-test' } }),
  ),
  wrong(
    'A placeholder for the name',
    'name: is required (the body has name); name: is a placeholder',
    request({ json: { name: '{{name}}' } }),
  ),
  strict('a list for a text', 'segment: must be one text', { segment: ['a', 'b'] }),
  strict('a text that is cut', 'segment: must hold at most 200', { segment: 'x'.repeat(201) }),
  strict('too many phones', 'phones: must hold at most 20', {
    phones: Array.from({ length: 21 }, (_, n) => `55119876543${n + 10}`),
  }),
  wrong(
    'An Idempotency-Key with a space',
    'Idempotency-Key: must hold 1 to 255',
    withHeader('Idempotency-Key', 'a b'),
  ),
  wrong('X-Dry-Run: maybe', 'X-Dry-Run: must be true or false', withHeader('X-Dry-Run', 'maybe')),
  wrong('X-Simulate: 418', 'X-Simulate: must be 401,', withHeader('X-Simulate', '418')),
  wrong('A search without an id', 'externalLeadId: is required', get('/api/leads?externalLeadId=')),
  wrong('A page of too many leads', 'limit: must be a whole number', get('/api/leads?limit=101')),
];

const otherRefusals: readonly SelfTestCase[] = [
  refused('keyRequired', 'No key', request({ key: 'none' })),
  refused('keyInvalid', 'An unknown key', request({ key: 'unknown' })),
  refused('keyInvalid', 'An inactive key', request({ key: 'inactive' })),
  simulated('keyInvalid', '401'),
  simulated('keyOfOtherApplication', '403'),
  refused('stepNotAllowed', 'A key that may not send to the step', request({ key: 'limited' })),
  refused(
    'readingNotAllowed',
    'A key that may not read',
    get('/api/leads?externalLeadId=1', { key: 'limited' }),
  ),
  refused('notFound', 'An unknown path', request({ path: '/api/nothing' })),
  refused(
    'notFound',
    'A slash too many',
    request({ path: '/api/leads/public/$STEP_ID/' }),
    ': send to /api/leads/public/',
  ),
  refused('stepNotFound', 'An unknown step', request({ path: '/api/leads/public/$UUID' })),
  refused(
    'stepNotFound',
    'A placeholder instead of the step',
    request({ path: '/api/leads/public/%7BstepId%7D' }),
    ': put the ID of a step in the place of {stepId}',
  ),
  refused(
    'stepNotFound',
    'The ID of a funnel',
    request({ path: '/api/leads/public/$FUNNEL_ID' }),
    ': this is the ID of a funnel',
  ),
  simulated('stepNotFound', '404'),
  {
    ...refused('stepNotFound', 'An error as problem+json', {
      ...withHeader('Accept', problemType),
      path: '/api/leads/public/$UUID',
    }),
    headers: { 'content-type': problemType },
  },
  refused('leadNotFound', 'An unknown lead', get('/api/leads/$UUID')),
  refused(
    'methodNotAllowed',
    'GET instead of POST',
    get('/api/leads/public/$STEP_ID'),
    ': send POST',
  ),
  simulated('keyInFlight', '409'),
  refused(
    'bodyTooLarge',
    'A body of more than 64 KiB',
    request({ body: { start: '{"name":"', unit: 'x', times: maxBodyBytes, end: '"}' } }),
  ),
  refused(
    'batchTooLarge',
    `A batch of ${maxBatchLeads + 1} leads`,
    request({
      path: batch,
      body: { start: '{"leads":[{}', unit: ',{}', times: maxBatchLeads, end: ']}' },
    }),
  ),
  refused('notJsonType', 'No Content-Type', request({ headers: {} }), ': it is missing'),
  refused(
    'notJsonType',
    'Content-Type: text/plain',
    withHeader('Content-Type', 'text/plain'),
    ': not text/plain',
  ),
  refused(
    'notUtf8Type',
    'Another charset',
    withHeader('Content-Type', 'application/json; charset=latin1'),
  ),
  refused('compressed', 'Content-Encoding: gzip', withHeader('Content-Encoding', 'gzip')),
  refused('keyMisused', 'The same Idempotency-Key with another name', [
    request({ headers: oneKey }),
    request({ headers: oneKey, json: { name: 'Other' } }),
  ]),
  simulated('rateExceeded', '429;retry=2'),
  simulated('internal', '500'),
  simulated('unavailable', '503'),
  // Last, and behind `slow=1s`: the key is created with a second to live.
  refused('keyExpired', 'An expired key', request({ key: 'expired' })),
];

export const selfTestCases: readonly SelfTestCase[] = [
  ...accepted,
  ...badRequests,
  ...otherRefusals,
];

/** Errors that the self-test does not cause. */
export const notFromBrowser: readonly LeftOut[] = [
  leftOut('malformedRequest', 'A browser sends well-formed HTTP only.'),
  leftOut('hostRequired', 'A browser always sends Host.'),
  leftOut('bodyEndedEarly', 'A browser sends the whole body.'),
  leftOut('keyOverHttp', 'Only where REQUIRE_HTTPS is on, and over plain http.'),
  leftOut('unknownAddress', 'Only at inbound addresses, which form tools send to.'),
  leftOut('addressPaused', 'Only at inbound addresses.'),
  leftOut('senderNotVerified', 'Only at inbound addresses.'),
  leftOut('submissionNotRead', 'Only at inbound addresses.'),
  leftOut('unknownHost', 'The browser sends to the host of this page.'),
  leftOut('requestTimeout', 'A browser sends the headers at once.'),
  leftOut('bodyTimeout', 'A browser sends the body at once.'),
  leftOut(
    'batchBodyTooLarge',
    'The answer comes before the body is sent, which a browser may report as a failed connection.',
  ),
  leftOut('expectationFailed', 'A page cannot set Expect.'),
  leftOut('tooManyFailedKeys', 'It would block this address for a minute.'),
  leftOut('headersTooLarge', 'A proxy may answer it with a limit of its own.'),
];
