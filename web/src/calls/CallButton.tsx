import { Suspense, useEffect, useRef, useState } from 'react';
import ArrowDropUpOutlined from '@mui/icons-material/ArrowDropUpOutlined';
import CallOutlined from '@mui/icons-material/CallOutlined';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import type { Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCalling, useCallingStore } from '../calling/calling.js';
import { Kbd } from '../controls/Kbd.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { CallChoiceMenu } from './CallChoiceMenu.js';
import { useDial } from './useDial.js';
import { useRingWhenOpen } from './useRingWhenOpen.js';

const RefusedCall = lazyPart(() => import('./RefusedCall.js'));

/** As the button beside it that is off, and still to be pressed. */
const besideOff = (theme: Theme) => ({
  color: theme.palette.text.secondary,
  backgroundColor: theme.palette.hue.neutral.chip,
  '&:hover': { color: theme.palette.text.primary, backgroundColor: theme.palette.border.default },
});

interface Props {
  lead: Lead;
  /** Why nothing can be done with the lead just now. */
  reason: string | undefined;
  /** Whether the page is open for work, so that the lead may be rung; `opening` until that is known. */
  isOpen: boolean | 'opening';
  onText: (() => void) | undefined;
}

/** Calls the lead at once, by the number and in the kind chosen last; where that may not be, says why and what instead. */
export function CallButton({ lead, reason, isOpen, onText }: Props) {
  const translate = useCallMessages();
  const dialled = useDial(lead);
  const { chosen, busyLine, isUnknown, dial } = dialled;
  const { last, hasEnded, desk } = useCalling();
  const [menuAt, setMenuAt] = useState<HTMLElement>();
  const [isRefused, setRefused] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const denial = busyLine ?? reason;
  const isOff = denial !== undefined || chosen?.denialReason !== undefined;

  /** Whether the call now under way was placed here: its refusal is shown here. */
  const hasDialled = useRef(false);
  const refusedCall = hasEnded && last?.outcome === 'refused' && last.lead_id === lead.id ? last : undefined;
  useEffect(() => {
    if (!refusedCall || !hasDialled.current) return;
    hasDialled.current = false;
    setRefused(true);
  }, [refusedCall]);

  const store = useCallingStore();
  const call = () => {
    // Asked for a moment too early: it rings once the page is open, calls can be made and the server has said that it may.
    const isEarly = isUnknown || (desk === undefined && chosen?.denialReason === undefined);
    if (busyLine === undefined && (isOpen === 'opening' || (isEarly && reason === undefined))) {
      store.set({ leadToRing: lead.id });
      return;
    }
    if (denial !== undefined) return;
    if (chosen?.denialReason !== undefined) {
      setRefused(true);
      return;
    }
    hasDialled.current = true;
    dial();
  };
  useShortcut({ key: 'c', label: translate('crm.calls.call'), scope: 'page' }, call);
  useRingWhenOpen(lead.id, isOpen === true && !isUnknown, call);

  return (
    <>
      <ButtonGroup
        ref={group}
        variant="contained"
        color="success"
        disableElevation
        sx={{ flex: { xs: 1, md: 'none' }, '& > :first-of-type': { flex: 1 } }}
      >
        <Tooltip title={denial ?? ''} describeChild>
          <Button
            {...(isOff && { 'aria-disabled': true })}
            {...(denial === undefined && isOff && { 'aria-haspopup': 'dialog' })}
            aria-keyshortcuts="c"
            startIcon={<CallOutlined />}
            endIcon={<Kbd aria-hidden="true">C</Kbd>}
            onClick={call}
          >
            {translate('crm.calls.call')}
          </Button>
        </Tooltip>
        <ReasonButton
          aria-label={translate('crm.calls.howToCall')}
          // Where a number is refused, the menu says which and offers the other.
          reason={denial}
          aria-haspopup="menu"
          aria-expanded={menuAt !== undefined}
          sx={[{ px: 0.5 }, isOff && besideOff]}
          onClick={() => {
            setMenuAt(group.current ?? undefined);
          }}
        >
          <ArrowDropUpOutlined />
        </ReasonButton>
      </ButtonGroup>
      <CallChoiceMenu
        dialled={dialled}
        anchor={menuAt}
        onClose={() => {
          setMenuAt(undefined);
        }}
      />
      <Suspense fallback={null}>
        {isRefused && group.current !== null && (
          <RefusedCall
            lead={lead}
            anchor={group.current}
            dialled={dialled}
            said={refusedCall?.reason || undefined}
            onText={onText}
            onClose={() => {
              setRefused(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
