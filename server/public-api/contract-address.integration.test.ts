import { expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';

describeContract('the address', (api) => {
  it.each(['capitals', 'a port', 'a trailing dot'])(
    'a host with %s is the same host',
    async (what) => {
      const { host } = api.tenant;
      const sent = {
        capitals: host.toUpperCase(),
        'a port': `${host}:8443`,
        'a trailing dot': `${host}.`,
      }[what];
      expect((await api.call({ headers: { host: sent } })).status).toBe(201);
    },
  );

  it('a host that no application owns', async () => {
    const answer = await api.call({ headers: { host: 'unknown.test' } });
    expect([answer.status, answer.json]).toEqual([404, failed('Unknown application host')]);
  });

  it('a forwarded host of a peer that is not trusted changes nothing', async () => {
    expect((await api.call({ headers: { 'x-forwarded-host': api.tenant.otherHost } })).status).toBe(
      201,
    );
  });

  it.each([
    ['/api/nothing', 'Not found'],
    ['/api/postman.json', 'Not found'],
    ['/api/leads/public', 'Not found: send to /api/leads/public/{stepId}'],
    ['/api/leads/public/a/b', 'Not found: send to /api/leads/public/{stepId}'],
    ['/leads/public/a/b', 'Not found: send to /api/leads/public/{stepId}'],
  ])('%s is not there', async (path, error) => {
    const answer = await api.call({ path });
    expect([answer.status, answer.json]).toEqual([404, failed(error)]);
  });

  it.each([
    ['{stepId}', '{stepId}'],
    ['%7BstepId%7D', '{stepId}'],
    [':stepId', ':stepId'],
    ['{{1.id}}', 'the placeholder'],
  ])('says that %s in the path is no step ID', async (sent, step) => {
    const answer = await api.call({ path: `/api/leads/public/${sent}` });
    expect([answer.status, answer.json]).toEqual([
      404,
      failed(`Funnel step not found: put the ID of a step in the place of ${step}`),
    ]);
    const body = '{"leads":[{"name":"A"}]}';
    const batch = await api.call({ path: `/api/leads/public/${sent}/batch`, body });
    expect([batch.status, batch.text]).toEqual([404, answer.text]);
  });

  it.each([
    ['%20', '', 'blanks'],
    ['', '%0D%0A', 'blanks'],
    ['%09', '%E2%80%8B', 'blanks'],
    ['%22', '%22', 'signs'],
    ['{', '}', 'signs'],
    ['%3C', '%3E%20', 'signs'],
  ])('says that the ID has %s and %s around it', async (before, behind, what) => {
    const sent = `${before}${api.tenant.stepId}${behind}`;
    const answer = await api.call({ path: `/api/leads/public/${sent}` });
    expect([answer.status, answer.json]).toEqual([
      404,
      failed(
        {
          blanks:
            'Funnel step not found: the ID of the step has blanks or line breaks around it; send it alone',
          signs: 'Funnel step not found: the ID of the step has signs around it; send it alone',
        }[what] ?? '',
      ),
    ]);
  });

  it('says the same of an ID that no step has', async () => {
    for (const id of [api.tenant.stepId, api.tenant.stepsNotFound.unknown]) {
      const { text } = await api.call({ path: `/api/leads/public/${id}%20` });
      expect(text).toContain('has blanks or line breaks around it');
    }
  });

  it('says that the ID in the path is one of a funnel', async () => {
    const [{ id } = { id: '' }] = await api.sql<{ id: string }[]>`
      select funnel_id as id from steps where id = ${api.tenant.stepId}`;
    const answer = await api.call({ path: `/api/leads/public/${id}` });
    expect([answer.status, answer.json]).toEqual([
      404,
      failed('Funnel step not found: this is the ID of a funnel; send to one of its steps'),
    ]);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const answer = await api.call({ method, body: '' });
    expect([answer.status, answer.json]).toEqual([405, failed('Method not allowed: send POST')]);
    expect(answer.headers.allow).toBe('POST');
  });

  it('check 12: every step that cannot be filled gives the same bytes', async () => {
    // Next alone refuses half an escape before any route of ours is asked.
    const { 'half an escape': halfEscape, ...steps } = api.tenant.stepsNotFound;
    const reached = api.isNextAlone ? Object.values(steps) : [...Object.values(steps), halfEscape];
    for (const stepId of reached) {
      const answer = await api.call({ path: `/api/leads/public/${stepId}` });
      expect([answer.status, answer.text]).toEqual([
        404,
        '{"success":false,"error":"Funnel step not found"}',
      ]);
    }
  });

  it('fields are judged before the step', async () => {
    const answer = await api.call({
      path: `/api/leads/public/${api.tenant.stepsNotFound.unknown}`,
      body: '{}',
    });
    expect(answer.status).toBe(400);
  });
});
