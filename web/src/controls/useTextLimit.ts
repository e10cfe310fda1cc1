import { useTranslate } from '../i18n/useTranslate.js';

/** From this share of its length on a text says how long it is. */
const nearShare = 0.9;

/** What a field says of how long its text may be. */
interface TextLimit {
  /** Why the text cannot be sent; undefined where it can. Nothing that is typed is cut. */
  fault: string | undefined;
  /** How long it is, once it comes near the limit. */
  count: string | undefined;
}

/** Holds a text, or its length, against its limit: as it is sent, without the blanks around it. */
export function useTextLimit(text: string | number, most: number): TextLimit {
  const translate = useTranslate();
  const length = typeof text === 'number' ? text : text.trim().length;
  const values = { count: length.toLocaleString('en-US'), most: most.toLocaleString('en-US') };
  return {
    fault: length > most ? translate('crm.form.tooLong', values) : undefined,
    count: length > most * nearShare ? translate('crm.form.length', values) : undefined,
  };
}
