import { type Adviser, type ExecutionWorld, quader } from './execution-world.ts';

const path = '/trader-credentials';

/** What an adviser does with his passwords at banks. */
export const credentialCalls = (world: ExecutionWorld) => ({
  set: (adviser: Adviser, password: string, issuerId: number = quader.issuerId) =>
    world.call(adviser, 'POST', `${path}/set-password?issuerId=${issuerId}`, { password }),
  update: (adviser: Adviser, oldPassword: string, newPassword: string) =>
    world.call(adviser, 'POST', `${path}/update-password?issuerId=${quader.issuerId}`, {
      oldPassword,
      newPassword,
    }),
  status: async (adviser: Adviser, issuerId: number = quader.issuerId) =>
    (await world.call(adviser, 'GET', `${path}/status?issuerId=${issuerId}`)).json(),
});
