import RadioButtonCheckedOutlined from '@mui/icons-material/RadioButtonCheckedOutlined';
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { toShown } from '@crm/contracts/phone.js';
import { useCallMessages } from '../i18n/calls.en.js';
import type { useDial } from './useDial.js';

interface Props {
  dialled: ReturnType<typeof useDial>;
  anchor: HTMLElement | undefined;
  onClose: () => void;
}

interface Choice {
  key: string;
  text: string;
  note?: string | undefined;
  isChosen: boolean;
  isOff?: boolean;
  choose: () => void;
}

/** By which number a lead is called, and as which kind of call: kept for the next time. */
export function CallChoiceMenu({ dialled, anchor, onClose }: Props) {
  const translate = useCallMessages();
  const { numbers, chosen, kind, setPlace, setKind } = dialled;
  const ofNumber: Choice[] = numbers.map(({ place, number, denialReason }) => ({
    key: place,
    text: number === null ? translate('crm.calls.hiddenNumber') : toShown(number),
    note: denialReason ?? translate(place === 'phone' ? 'crm.calls.firstPhone' : 'crm.calls.secondPhone'),
    isChosen: place === chosen?.place,
    isOff: denialReason !== undefined,
    choose: () => {
      setPlace(place);
    },
  }));
  const ofKind: Choice[] = (['conference', 'single'] as const).map((each) => ({
    key: each,
    text: translate(`crm.calls.${each}`),
    isChosen: each === kind,
    choose: () => {
      setKind(each);
    },
  }));
  const items = (choices: readonly Choice[]) =>
    choices.map(({ key, text, note, isChosen, isOff = false, choose }) => (
      <MenuItem
        key={key}
        role="menuitemradio"
        aria-checked={isChosen}
        disabled={isOff}
        onClick={() => {
          choose();
          onClose();
        }}
      >
        <ListItemIcon>
          {isChosen ? (
            <RadioButtonCheckedOutlined fontSize="small" color="primary" />
          ) : (
            <RadioButtonUncheckedOutlined fontSize="small" />
          )}
        </ListItemIcon>
        <ListItemText primary={text} secondary={note} sx={{ '& p': { whiteSpace: 'normal' } }} />
      </MenuItem>
    ));
  const head = (text: string) => (
    <ListSubheader role="presentation" disableSticky sx={{ typography: 'caption', lineHeight: 2 }}>
      {text}
    </ListSubheader>
  );
  return (
    <Menu
      open={anchor !== undefined}
      anchorEl={anchor ?? null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { sx: { width: 300 } },
        list: { 'aria-label': translate('crm.calls.howToCall') },
      }}
    >
      {head(translate('crm.calls.whichNumber'))}
      {items(ofNumber)}
      <Divider role="presentation" />
      {head(translate('crm.calls.callType'))}
      {items(ofKind)}
    </Menu>
  );
}
