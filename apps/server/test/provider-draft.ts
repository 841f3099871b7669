/** An identity provider as its page sends it; nothing answers there unless an address is given. */
export const providerDraft = (values: object = {}) => ({
  issuer: 'https://anmeldung.haus.example',
  clientId: 'depotwerk',
  clientSecret: null,
  buttonText: 'Mit Hauskonto anmelden',
  isActive: true,
  groupsClaim: null,
  mappings: [],
  unknownPeople: 'refuse',
  defaultRoleId: null,
  acceptsFactor: false,
  factorValues: [],
  ...values,
});
