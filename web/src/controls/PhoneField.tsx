import TextField from '@mui/material/TextField';
import { maskedPhone } from '@crm/contracts/phone.js';
import { keyboards, masks } from './mask.rules.js';
import { useTyping } from './useTyping.js';
import { useCallMessages } from '../i18n/calls.en.js';

/** Whether a text is no number and does not become one by typing on. */
const isBeyondMask = (text: string) =>
  !maskedPhone.safeParse(text).success &&
  (text.length >= masks.phone.length || !/^[\d\s().+-]*$/.test(text)) &&
  // With its country in front it is longer until it is whole.
  !/^\+1?[\d\s().-]{0,13}$/.test(text);

/** A number that is typed in the mask (###)###-####, with the count of its characters below. */
export function PhoneField({
  value,
  onChange,
  onBlur,
  label,
  error,
  autoFocus = true,
  isOff = false,
}: {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What it is called where there is more than one. */
  label?: string;
  /** What else is wrong with it. */
  error?: string | undefined;
  autoFocus?: boolean;
  isOff?: boolean;
}) {
  const translate = useCallMessages();
  const { input, ...typing } = useTyping({ mask: 'phone', onType: onChange, onLeave: onBlur });
  const wrong = isBeyondMask(value) ? translate('crm.calls.wrongNumber') : error;
  const count = translate('crm.calls.digits', { count: value.length });
  return (
    <TextField
      {...typing}
      fullWidth
      autoFocus={autoFocus}
      label={label ?? translate('crm.calls.phoneNumber')}
      placeholder="(214)555-0118"
      autoComplete="off"
      value={value}
      disabled={isOff}
      error={wrong !== undefined}
      helperText={wrong === undefined ? count : `${wrong} · ${count}`}
      inputRef={input}
      slotProps={{ htmlInput: { inputMode: keyboards.phone } }}
    />
  );
}
