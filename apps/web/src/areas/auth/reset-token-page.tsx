export function ResetTokenPage() {
  return null;
}
