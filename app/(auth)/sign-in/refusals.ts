/** What the sign-in page says for a word that next-auth leads back with; nothing for any other. */
export function refusalWords(error: string | undefined, provider: string): string {
  if (error === undefined) return '';
  if (error === 'AccessDenied')
    return 'This account may not sign in here. Ask an admin to add you.';

  return `Signing in with ${provider} did not work. Try again, or use your password.`;
}
