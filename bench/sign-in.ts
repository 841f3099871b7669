/** Signs a demo user in and returns the access token (valid for ten minutes). */
export async function signIn(port: number, userName: string): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'depotwerk', origin },
    body: JSON.stringify({ userName, password: 'Depotwerk-Demo-1' }),
  });
  if (!response.ok) throw new Error(`signing in failed: ${response.status} ${await response.text()}`);
  // The descriptor of the call promises the member.
  return ((await response.json()) as { accessToken: string }).accessToken;
}
