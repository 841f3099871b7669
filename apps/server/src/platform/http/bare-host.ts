/** The host of an address as a name or number alone: URLs write IPv6 in brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
