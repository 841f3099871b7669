/** First and last name of a person, or the last name alone: companies have no first one. */
export function personName({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string {
  return `${firstName} ${lastName}`.trim();
}

/** "Müller, Özlem" as lists sort, or the last name alone: companies have no first one. */
export function listName({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string {
  return firstName === '' ? lastName : `${lastName}, ${firstName}`;
}
