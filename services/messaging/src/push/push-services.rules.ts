/**
 * Whether an address is one of a known push service: whoever signs in may name any address, and we send to no other.
 * `services`: origins, `https://*.push.apple.com` with all hosts below a domain.
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  return services.some((service) => {
    const [scheme, domain] = service.split('://*');
    return domain === undefined
      ? origin === service
      : origin.startsWith(`${scheme ?? ''}://`) && origin.endsWith(domain);
  });
}
