import { toShown } from '../phone.js';
import { mergedFields } from '../resources/merged-fields.js';

/** What a template is filled in with: a lead as it is on the wire, whoever writes, and the agency. */
export interface MergeSources {
  lead: object;
  agent: { fullname: string; fname: string; lname: string; phone: string; email: string };
  agencyName: string;
}

/** What a template may name between double braces: its name, what it is called, and its value; an empty one stands for none. */
export interface MergeField {
  name: string;
  label: string;
  of: (sources: MergeSources) => string;
}

const ofAgent = (name: string, label: string, of: (agent: MergeSources['agent']) => string): MergeField => ({
  name: `agent.${name}`,
  label: `Agent's ${label}`,
  of: ({ agent }) => of(agent),
});

/**
 * What a template may name between double braces, `{{lead.fullname}}`, in the order in which an editor offers it. A
 * field that has no value for a lead stops the sending: nothing goes out with a hole in it.
 */
export const mergeFields: readonly MergeField[] = [
  ...mergedFields.flatMap(({ name, label, of }) =>
    label === undefined
      ? []
      : [{ name: `lead.${name}`, label, of: ({ lead }: MergeSources) => of({ ...lead }) }],
  ),
  ofAgent('fullname', 'full name', ({ fullname }) => fullname),
  ofAgent('first_name', 'first name', ({ fname }) => fname),
  ofAgent('last_name', 'last name', ({ lname }) => lname),
  ofAgent('phone', 'phone', ({ phone }) => toShown(phone)),
  ofAgent('email', 'e-mail', ({ email }) => email),
  { name: 'agency.name', label: "Agency's name", of: ({ agencyName }) => agencyName },
];
