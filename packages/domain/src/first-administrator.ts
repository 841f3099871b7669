/** Full name of the first administrator of a new house, until he enters his own: nobody is asked for it before the first sign-in. */
export const firstAdministratorName = 'Administrator';
