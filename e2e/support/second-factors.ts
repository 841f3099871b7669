import { DeskApi } from './desk-api.ts';

/** Takes every second factor of a demo person away, whatever an earlier walk left; the sessions end with it. */
export async function withoutSecondFactor(url: string, userName: string): Promise<void> {
  const administrator = await DeskApi.signIn(url, 'admin@demo.example');
  const people = await administrator.get<{ id: string; userName: string }[]>(
    `/users?search=${encodeURIComponent(userName)}`,
  );
  const person = people.find((candidate) => candidate.userName === userName);
  if (!person) throw new Error(`the demo has no ${userName}`);
  await administrator.send('POST', `/users/${person.id}/reset-second-factor`);
}
