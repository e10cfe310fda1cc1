import type { Lead } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import { toShown } from '@crm/contracts/phone.js';
import { mergedFields } from '@crm/contracts/resources/merged-fields.js';
import type { CarrierEntry } from '@crm/contracts/reference/reference-list.js';
import { byText } from '@crm/contracts/reference/reference-list.rules.js';
import { shownMoney } from '@crm/contracts/money.js';
import { scriptWords, unknownIn, type ScriptWords } from './script-sections.js';

/** What a script says of customer and agent; `isKnown` is false where it stands for something still to be asked. */
export interface MergeField {
  text: string;
  isKnown: boolean;
}
export type MergeFields = Record<string, MergeField>;

/** Without a price nobody is best: the agent names a few that most people know. */
const namedCarriers = 3;

function funeral(lead: Lead, words: ScriptWords): string | undefined {
  if (lead.type !== 'life' || lead.disability === null) return undefined;
  if (lead.disability === 'Casket') return words.casket;
  return lead.disability === 'Cremation' ? words.cremation : words.undecided;
}

function customerName({ fullname, gender }: Lead, words: ScriptWords): string | undefined {
  const name = fullname.trim();
  if (name === '' || gender === null) return name === '' ? undefined : name;
  const last = name.split(/\s+/).at(-1) ?? name;
  return (gender === 'm' ? words.sir : words.madam).replace('%{name}', last);
}

/** The companies that quoted, the best first, else a few of those on offer; by the names that admins keep. */
function companies(lead: Lead, carriers: readonly CarrierEntry[], words: ScriptWords): string {
  const quoted = Object.keys(lead.price).filter((code) => code !== 'american_general');
  const offered = byText(carriers.filter(({ active }) => active)).map(({ code }) => code);
  const codes = quoted.length > 0 ? quoted : offered;
  const nameOf = (code: string) => carriers.find((carrier) => carrier.code === code)?.text ?? code;
  const names = codes.slice(0, namedCarriers).map(nameOf);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${words.and} ${last}`;
}

/** The lead's and the agent's data as a script reads them out, in the customer's language (rule L31). */
export function mergeFields(lead: Lead, user: User, carriers: readonly CarrierEntry[]): MergeFields {
  const words = scriptWords(lead.language);
  const field = (text: string | null | undefined, otherwise: string): MergeField =>
    text ? { text, isKnown: true } : { text: otherwise, isKnown: false };
  const life = lead.type === 'life' ? lead : undefined;
  const number = user.twilio_phone || user.phone;
  const defined = mergedFields.flatMap(({ name, unknown, of }) => {
    const text = of({ ...lead });
    return unknown === undefined
      ? []
      : [[name, { text: text || unknownIn(lead.language, unknown), isKnown: text !== '' }] as const];
  });
  return {
    ...Object.fromEntries(defined),
    customer: field(customerName(lead, words), words.noCustomer),
    agent: { text: user.fullname, isKnown: true },
    number: field(number && toShown(number), words.noNumber),
    funeral: field(funeral(lead, words), words.noFuneral),
    term: field(
      life?.term && life.term !== 'fex' ? words.years.replace('%{term}', life.term) : null,
      words.noTerm,
    ),
    premium: field(lead.premium_price ? shownMoney(lead.premium_price) : null, words.noPremium),
    carrier: field(lead.premium_carrier, words.noCarrier),
    carriers: { text: companies(lead, carriers, words), isKnown: true },
  };
}
