import type { TokenResponse } from '@depotwerk/api/auth/auth';
import { tokenResponse } from '@depotwerk/api/auth/auth';
import * as z from 'zod/mini';

const envelope = z.strictObject({
  command: z.string().check(z.maxLength(40)),
  data: z.optional(z.unknown()),
  origin: z.literal('App'),
  version: z.literal(1),
  messageId: z.string().check(z.minLength(1), z.maxLength(100)),
});

const signInData = z.strictObject({ tokenResponse });

/** Without a refresh token the session could not be renewed: cookies do not reach a frame of another site. */
export type MobileTokens = TokenResponse & { refreshToken: string };

/** What the mobile app may tell the application in its frame. */
export type AppMessage = { messageId: string } & (
  | { command: 'IsMobile' | 'LogoutUser' }
  | { command: 'LoginSuccess'; tokens: MobileTokens }
  | { command: 'EnableBiometry'; isEnabled: boolean }
  | { command: 'unknown'; name: string }
);

/** A message as it came, an object or its JSON; null for what has another shape. */
export function readAppMessage(data: unknown): AppMessage | null {
  const read = envelope.safeParse(typeof data === 'string' ? parsedJson(data) : data);
  if (!read.success) return null;
  const { command, messageId } = read.data;
  switch (command) {
    case 'IsMobile':
    case 'LogoutUser':
      return { messageId, command };
    case 'EnableBiometry':
      return { messageId, command, isEnabled: read.data.data === 'true' };
    case 'LoginSuccess': {
      const { success, data: signIn } = signInData.safeParse(read.data.data);
      const refreshToken = signIn?.tokenResponse.refreshToken;
      if (!success || refreshToken === undefined) return null;
      return { messageId, command, tokens: { ...signIn.tokenResponse, refreshToken } };
    }
    default:
      return { messageId, command: 'unknown', name: command };
  }
}

/** Longer than any message of the app, tokens included. */
const longestMessage = 20_000;

function parsedJson(text: string): unknown {
  if (text.length > longestMessage) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
