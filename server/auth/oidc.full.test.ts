import { describe, expect, it } from 'vitest';
import { failed, withOidc } from '#server/testing/oidc.ts';

describe('with a provider that never answers', () => {
  const oidc = withOidc({ isSilent: true });

  it('shows one message after the time-out', async () => {
    const client = oidc.arrive();
    expect((await client.follow(await oidc.press(client))).text).toContain(failed);
  });
});

describe('behind next start, with the address in the token', () => {
  const oidc = withOidc({ program: 'next start', emailInToken: true });

  it('signs in an existing user', async () => {
    await oidc.newPerson();
    const client = oidc.arrive();
    expect((await oidc.signIn(client)).url.pathname).toBe(`/${oidc.slug}/funnels`);
    expect(client.cookies()).toContain('leadgate.session=');
  });
});
