import { expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';

const refused = [403, failed('API Key must be sent over https')];

describeContract(
  'check 9: plain http where https is configured',
  (api) => {
    const by = async (protocol: string | undefined, headers: Record<string, string> = {}) => {
      const {
        status,
        json,
        headers: sent,
      } = await api.call({
        headers: { 'x-forwarded-proto': protocol, ...headers },
      });
      expect(sent.location).toBeUndefined();
      return [status, json];
    };

    it('a key gets 403, never a redirect, and nothing is stored', async () => {
      const before = await api.countLeads();
      expect(await by(undefined)).toEqual(refused);
      expect(await by('http')).toEqual(refused);
      expect(await by('http', { 'x-api-key': 'junk' })).toEqual(refused);
      expect(await api.countLeads()).toBe(before);
    });

    it('an inbound address gets 403 too', async () => {
      const headers = { 'x-forwarded-proto': 'http', 'x-api-key': '' };
      const { status, json } = await api.call({ path: '/api/in/in_1', headers });
      expect([status, json]).toEqual(refused);
    });

    it('over https it works, and without a key there is nothing to refuse it for', async () => {
      expect((await by('https'))[0]).toBe(201);
      expect(await by('http', { 'x-api-key': '' })).toEqual([401, failed('API Key required')]);
    });
  },
  { REQUIRE_HTTPS: 'on', TRUSTED_PROXIES: '127.0.0.1' },
);
