/** Headers of every answer, errors and assets included. */
export const commonHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

const loadsNothing = "default-src 'none'; frame-ancestors 'none'";

/** Pictures, styles and texts of the product load and run nothing when somebody opens them as a page. */
export const filePolicy: Record<string, string> = { 'content-security-policy': loadsNothing };

/** API answers are data: never rendered, never stored. */
export const apiHeaders: Record<string, string> = {
  ...commonHeaders,
  'content-security-policy': `${loadsNothing}; sandbox`,
  'cache-control': 'no-store',
};

/** Of the way to another page: nothing is shown, and the next address may be a good one. */
export const redirectHeaders: Record<string, string> = { ...commonHeaders, 'cache-control': 'no-store' };

/** Policy of the application page; `frameAncestors` are the configured shells of the embedded mode. */
export function pageHeaders(frameAncestors: readonly string[]): Record<string, string> {
  const ancestors = frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'";
  return {
    ...commonHeaders,
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${ancestors}`,
      "require-trusted-types-for 'script'",
      'trusted-types app dompurify',
    ].join('; '),
    'cache-control': 'no-cache',
  };
}

/** One year, sub-domains too; only sent where the operator says that TLS stands in front. */
export const strictTransportSecurity = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
