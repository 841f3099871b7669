/** Host name without port, lower case; null for what cannot be one. */
export function hostOf(header: string): string | null {
  const host = header.toLowerCase().replace(/:\d{1,5}$/, '');
  return /^[a-z0-9.-]{1,253}$|^\[[0-9a-f:.]{2,45}\]$/.test(host) ? host : null;
}
