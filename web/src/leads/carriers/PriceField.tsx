import { useEffect, useId, useRef, useState } from 'react';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { readPrice } from '@crm/contracts/leads/price.rules.js';
import { useCarrierMessages } from '../../i18n/carriers.en.js';

/** How long nothing is typed until a price is saved by itself. */
const pauseMs = 900;

interface Props {
  name: string;
  /** As the lead has it. */
  price: number | undefined;
  /** Why it cannot be changed now. */
  denialReason: string | undefined;
  /** Resolves when it is saved; rejects where it was refused. */
  onSave: (price: number | null) => Promise<unknown>;
}

const textOf = (price: number | undefined) => (price === undefined ? '' : String(price));

/**
 * The price of a carrier. What is typed stays while it is typed, whatever arrives meanwhile; it is saved on Enter, on
 * leaving, and after a rest. What is no price is flagged and not sent.
 */
export function PriceField({ name, price, denialReason, onSave }: Props) {
  const translate = useCarrierMessages();
  const [draft, setDraft] = useState<string>();
  const helpId = useId();
  const typed = useRef<string>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasFocus = useRef(false);
  useEffect(
    () => () => {
      clearTimeout(rest.current);
    },
    [],
  );

  const isWrong = draft !== undefined && readPrice(draft) === undefined;
  const settle = () => {
    clearTimeout(rest.current);
    const text = typed.current;
    if (text === undefined) return;
    const read = readPrice(text);
    if (read === undefined) return;
    typed.current = undefined;
    const forget = () => {
      // Typed on since: that is saved by itself.
      if (typed.current === undefined && !hasFocus.current) setDraft(undefined);
    };
    if (read === (price ?? null)) {
      forget();
      return;
    }
    onSave(read).then(forget, () => {
      // The refusal is shown; what was typed stays to be sent again.
      typed.current ??= text;
    });
  };

  return (
    <Tooltip title={denialReason ?? ''} describeChild>
      <TextField
        size="small"
        value={draft ?? textOf(price)}
        error={isWrong}
        helperText={isWrong ? translate('crm.carrier.wrongPrice') : undefined}
        onChange={({ target }) => {
          if (denialReason !== undefined) return;
          setDraft(target.value);
          typed.current = target.value;
          clearTimeout(rest.current);
          rest.current = setTimeout(settle, pauseMs);
        }}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={() => {
          hasFocus.current = false;
          if (typed.current === undefined) setDraft(undefined);
          settle();
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle();
          if (key === 'Escape' && typed.current !== undefined) {
            clearTimeout(rest.current);
            typed.current = undefined;
            setDraft(undefined);
          }
        }}
        slotProps={{
          htmlInput: {
            'aria-label': translate('crm.carrier.priceOf', { name }),
            'aria-readonly': denialReason !== undefined || undefined,
            readOnly: denialReason !== undefined,
            inputMode: 'decimal',
            autoComplete: 'off',
          },
          formHelperText: { id: helpId, role: 'alert' },
        }}
        sx={(theme) => ({
          width: 132,
          '& input': { ...theme.tabular, textAlign: 'right' },
          ...(denialReason === undefined
            ? {}
            : {
                '& .MuiOutlinedInput-root': { backgroundColor: 'hue.neutral.chip', color: 'text.secondary' },
              }),
        })}
      />
    </Tooltip>
  );
}
