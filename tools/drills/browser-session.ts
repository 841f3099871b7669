/** Status of an answer and the refresh token its cookie set. */
export interface Answer {
  readonly status: number;
  readonly token: string | null;
}

/** Signs in or refreshes as a browser does, with the refresh token as cookie. */
export async function post(
  url: string,
  path: 'login' | 'refresh',
  body: object,
  cookie: string | null,
): Promise<Answer> {
  const response = await fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'depotwerk',
      ...(cookie !== null && { cookie: `__Host-refresh=${cookie}` }),
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const line = response.headers.getSetCookie().find((each) => each.startsWith('__Host-refresh='));
  return { status: response.status, token: /^__Host-refresh=([^;]+)/.exec(line ?? '')?.[1] ?? null };
}
