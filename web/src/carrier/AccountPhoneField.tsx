import { useState } from 'react';
import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { listAccountNumbers, type AccountNumber } from '@crm/contracts/http/carrier.js';
import { phoneFault, toMask, toShown } from '@crm/contracts/phone.js';
import { PhoneField, type PhoneFieldProps } from '../controls/PhoneField.js';
import { useAccountNumberMessages } from '../i18n/account-numbers.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';

/** Numbers are rented now and then. */
const freshMs = 60_000;
const [listWidth, listHeight] = [360, 360];

/** The account's numbers; none while they are read, and where the carrier does not say. */
function useAccountNumbers(): readonly AccountNumber[] {
  const { data } = useVerbQuery({
    key: ['carrier-account', 'numbers'],
    ask: (provider, signal) => provider.call(listAccountNumbers, { signal }),
    staleTime: freshMs,
  });
  return data?.numbers ?? [];
}

/** A number that calls are placed from: chosen among those of the carrier account, or typed as before one is rented. */
export function AccountPhoneField(props: PhoneFieldProps) {
  const { value, onChange, isOff = false } = props;
  const translate = useAccountNumberMessages();
  const numbers = useAccountNumbers();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => {
    setAnchor(undefined);
  };
  const isWhole = value !== '' && phoneFault(value) === undefined;
  const listed = isWhole ? numbers : beginningWith(numbers, value);
  const isForeign = isWhole && numbers.length > 0 && numbers.every(({ phone }) => toMask(phone) !== value);
  const choose = translate('crm.accountNumbers.choose');

  return (
    <>
      <PhoneField
        {...props}
        hint={isForeign ? translate('crm.accountNumbers.foreign') : undefined}
        end={
          numbers.length > 0 && (
            <InputAdornment position="end">
              <Tooltip title={choose}>
                <IconButton
                  edge="end"
                  disabled={isOff}
                  aria-label={choose}
                  aria-haspopup="menu"
                  aria-expanded={anchor !== undefined}
                  onClick={({ currentTarget }) => {
                    setAnchor(currentTarget);
                  }}
                >
                  <ArrowDropDown />
                </IconButton>
              </Tooltip>
            </InputAdornment>
          )
        }
      />
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { sx: { maxHeight: listHeight, maxWidth: listWidth } },
          list: { 'aria-label': choose },
        }}
      >
        {listed.map((number) => (
          <MenuItem
            key={number.phone}
            selected={toMask(number.phone) === value}
            onClick={() => {
              onChange(toMask(number.phone));
              close();
            }}
          >
            <ListItemText
              primary={toShown(number.phone)}
              secondary={aboutNumber(number, translate)}
              slotProps={{
                primary: { sx: (theme) => theme.tabular },
                // Long names go on below.
                secondary: { sx: { whiteSpace: 'normal' } },
              }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The numbers that begin with the digits that were typed; all of them where none does. */
function beginningWith(numbers: readonly AccountNumber[], typed: string): readonly AccountNumber[] {
  const digits = typed.replaceAll(/\D/g, '');
  const found = numbers.filter(({ phone }) => phone.startsWith(`+1${digits}`));
  return found.length === 0 ? numbers : found;
}

/** Whose it is, and what it cannot do. */
function aboutNumber(
  { used_by, voice, texts }: AccountNumber,
  translate: ReturnType<typeof useAccountNumberMessages>,
): string {
  const users = used_by.map(({ kind, name }) =>
    kind === 'user' || kind === 'state' ? name : translate(`crm.accountNumbers.${kind}`),
  );
  return [
    ...(users.length === 0 ? [translate('crm.accountNumbers.free')] : users),
    ...(voice ? [] : [translate('crm.accountNumbers.noVoice')]),
    ...(texts ? [] : [translate('crm.accountNumbers.noTexts')]),
  ].join(' · ');
}
