import { useTranslate } from '../i18n/useTranslate.js';
import { shownCount } from '../i18n/shown-numbers.js';

/** From this share of the limit the length is shown. */
const nearShare = 0.9;

/** The length state of a field. */
interface TextLimit {
  /** Why the text cannot be sent; undefined if it can. Typed text is never truncated. */
  fault: string | undefined;
  /** The length, once it is near the limit. */
  count: string | undefined;
}

/** Checks a text, or its length, against its limit, trimmed as it is sent. */
export function useTextLimit(text: string | number, most: number): TextLimit {
  const translate = useTranslate();
  const length = typeof text === 'number' ? text : text.trim().length;
  const values = { count: shownCount(length), most: shownCount(most) };
  return {
    fault: length > most ? translate('crm.form.tooLong', values) : undefined,
    count: length > most * nearShare ? translate('crm.form.length', values) : undefined,
  };
}
