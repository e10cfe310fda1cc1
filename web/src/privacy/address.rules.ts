import { listedEmail } from '@crm/contracts/customers/contact.js';
import { toE164 } from '@crm/contracts/phone.js';

/** A number or an e-mail as people are known by it; undefined for what is neither. */
function addressOf(text: string): { phone: string } | { email: string } | undefined {
  const phone = toE164(text.trim());
  if (phone !== undefined) return { phone };
  const email = listedEmail.safeParse(text.trim().toLowerCase());
  return email.success ? { email: email.data } : undefined;
}

/** Several of them, between commas or semicolons; undefined where there is none or one is neither. */
export function addressesOf(text: string): { phones: string[]; emails: string[] } | undefined {
  const written = text.split(/[,;\n]/).filter((part) => part.trim() !== '');
  const addresses = written.map(addressOf).filter((address) => address !== undefined);
  if (written.length === 0 || addresses.length < written.length) return undefined;
  return {
    phones: [...new Set(addresses.flatMap((address) => ('phone' in address ? [address.phone] : [])))],
    emails: [...new Set(addresses.flatMap((address) => ('email' in address ? [address.email] : [])))],
  };
}
