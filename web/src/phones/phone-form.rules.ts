import { statePhoneFields, type StatePhone } from '@crm/contracts/entities/telephony.js';
import { toMask } from '@crm/contracts/phone.js';

/** The number of a state as it is typed. */
export interface PhoneForm {
  phone: string;
  codes: string;
  announce: boolean;
}

export const formOf = ({ phone, codes, announce }: StatePhone): PhoneForm => ({
  phone: toMask(phone),
  codes: codes.join(' '),
  announce: announce === 1,
});

export type CodesFault = { is: 'wrongCode' | 'twice'; code: string };

/** The area codes of a text, and the first thing that is wrong with them. */
export function readCodes(text: string): { codes: string[]; fault: CodesFault | undefined } {
  const codes = text.split(/[\s,;]+/).filter((code) => code !== '');
  const isCode = (code: string) => statePhoneFields.shape.codes.safeParse([code]).success;
  const wrong = codes.find((code) => !isCode(code));
  if (wrong !== undefined) return { codes, fault: { is: 'wrongCode', code: wrong } };
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  return { codes, fault: twice === undefined ? undefined : { is: 'twice', code: twice } };
}

/** What differs from what stands; empty where nothing does. */
export function changesOf(
  form: PhoneForm,
  standing: StatePhone,
): Partial<{ phone: string; codes: string[]; announce: 0 | 1 }> {
  const before = formOf(standing);
  const { codes } = readCodes(form.codes);
  return {
    ...(form.phone === before.phone ? {} : { phone: form.phone }),
    ...(codes.join(' ') === before.codes ? {} : { codes }),
    ...(form.announce === before.announce ? {} : { announce: form.announce ? 1 : 0 }),
  };
}
