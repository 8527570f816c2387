import { beforeEach, expect, it, vi } from 'vitest';
import { leaveForSignIn, signOut } from './session-end.ts';

const { signOutOfServer, showRetry } = vi.hoisted(() => ({
  signOutOfServer: vi.fn(),
  showRetry: vi.fn(),
}));
vi.mock('next-auth/react', () => ({ signOut: signOutOfServer }));
vi.mock('#app/_ui/toaster.tsx', () => ({ showRetry }));

const methods = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, text: string) {
    this[key] = text;
  },
  clear(this: Record<string, string>) {
    for (const key of Object.keys(this)) delete this[key];
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
};
const storage = (entries: Record<string, string>) => Object.assign(Object.create(methods), entries);

const draft = JSON.stringify({ at: Date.now(), value: 'Wants a visit' });
const settings = { 'leadgate.board': '{}', 'leadgate.draft.u-22.acme.lead.1.note': draft };
const own = {
  'leadgate.draft.u-2.acme.lead.1.note': draft,
  'leadgate.draft.u-2.initech./initech/funnels.new funnel': draft,
};
const searched = { 'leadgate.screen.u-2.acme.leads': 'q=maria' };
const assign = vi.fn();

beforeEach(() => {
  vi.stubGlobal('localStorage', storage({ ...settings, ...own }));
  vi.stubGlobal('sessionStorage', storage(searched));
  vi.stubGlobal('location', { pathname: '/', search: '', assign });
  return () => {
    vi.unstubAllGlobals();
    vi.resetAllMocks();
  };
});

it('removes what the user typed and did not save at a sign-out, and nothing of others', async () => {
  await signOut('u-2');

  expect(assign).toHaveBeenCalledWith('/sign-in');
  expect({ ...localStorage }).toEqual(settings);
  expect({ ...sessionStorage }).toEqual({});
});

it('keeps it when the server cannot be reached, and when the session ends by itself', async () => {
  signOutOfServer.mockRejectedValue(new TypeError('Failed to fetch'));
  await signOut('u-2');
  expect(assign).not.toHaveBeenCalled();
  leaveForSignIn();

  expect({ ...localStorage }).toEqual({ ...settings, ...own });
  expect({ ...sessionStorage }).toEqual(searched);
});

it('says that the server was not reached, and signs out when that is repeated', async () => {
  signOutOfServer.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await signOut('u-2');
  const [text, repeat] = showRetry.mock.lastCall ?? [];
  expect(text).toMatch(/^You are still signed in\. The server cannot be reached/);
  repeat();

  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/sign-in'));
  expect(signOutOfServer).toHaveBeenCalledTimes(2);
});
