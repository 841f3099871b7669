export function RegistrationPage() {
  return null;
}
