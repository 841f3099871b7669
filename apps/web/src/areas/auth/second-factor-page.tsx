export function SecondFactorPage() {
  return null;
}
