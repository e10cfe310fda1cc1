import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useQueryClient } from '@tanstack/react-query';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { SxProps, Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import {
  afterStatusSaved,
  statusHue,
  statusTitle,
  type SavableStatus,
} from '@crm/contracts/codes/statuses.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { noteLength } from '@crm/contracts/http/notes.js';
import { useCalling } from '../calling/calling.js';
import { Clip } from '../controls/Clip.js';
import { Kbd } from '../controls/Kbd.js';
import { PanelButton } from '../controls/PanelButton.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { leadActionKey, useLead } from '../leads/lead/lead-query.js';
import { lazyPart } from '../loading/lazy-part.js';
import { isDialogOpen, isTyping } from '../shortcuts/ShortcutsProvider.js';
import { lasted } from './CallTimer.js';
import { FollowupChips, type FollowupChip } from './FollowupChips.js';
import { likelyOutcomes } from './outcome.rules.js';
import type { AskedOutcome } from './useAskedOutcome.js';
import { usePanelHeight } from './usePanelHeight.js';
import { useSaveOutcome } from './useSaveOutcome.js';
import { localise } from '../i18n/language.js';

const StatusDialog = lazyPart(() => import('../leads/lead/StatusDialog.js'));

/** The one button that is filled on the dark ground; what cannot be saved yet looks like all else that is off there. */
const saveLook: SxProps<Theme> = ({ palette }) => ({
  flex: { xs: 1, md: 'none' },
  '&, &:hover': { color: palette.panel.onAction, backgroundColor: palette.panel.action },
  '&.Mui-focusVisible': { outlineColor: palette.panel.live },
  '&.Mui-disabled, &[aria-disabled="true"], &[aria-disabled="true"]:hover': {
    color: palette.panel.muted,
    backgroundColor: palette.panel.bg,
    boxShadow: `inset 0 0 0 1px ${palette.panel.border}`,
  },
});

interface Props {
  asked: AskedOutcome;
  onClose: () => void;
}

/** Asks how a call went, in the place of its panel: any page can be worked on meanwhile (rule C3). */
export default function OutcomeStrip({ asked, onClose }: Props) {
  const { data: lead } = useLead(asked.leadId);
  useStatusSavedElsewhere(asked.leadId, onClose);
  return lead ? <Strip lead={lead} asked={asked} onClose={onClose} /> : null;
}

/** Whatever the page itself did with the lead answers the question, too. */
function useStatusSavedElsewhere(leadId: string, onSaved: () => void): void {
  const client = useQueryClient();
  const latest = useRef(onSaved);
  latest.current = onSaved;
  useEffect(() => {
    const key = JSON.stringify(leadActionKey(leadId));
    return client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      if (JSON.stringify(event.mutation.options.mutationKey) === key) latest.current();
    });
  }, [client, leadId]);
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Whether somebody has begun to write where the focus is: an empty field is left without loss. */
const isWriting = (element: Element | null) =>
  isTyping(element) &&
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : (element?.textContent ?? '')) !== '';

/** Takes the focus, unless somebody is writing; from an open dialog when that gives it back. */
function useFocusWhenFree(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const take = () => {
      if (!isWriting(document.activeElement)) strip.current?.focus();
    };
    take();
    // An open dialog takes it back, and leaves it elsewhere once it closes.
    if (!isDialogOpen()) return undefined;
    let soon: ReturnType<typeof setTimeout>;
    const stop = () => {
      clearTimeout(soon);
      document.removeEventListener('focusin', moved);
    };
    const moved = ({ target }: FocusEvent) => {
      if (isInDialog(target)) return;
      // The dialog holds the focus until it has given it back: only then it can be taken.
      clearTimeout(soon);
      soon = setTimeout(() => {
        take();
        if (strip.current?.contains(document.activeElement) || isWriting(document.activeElement)) stop();
      });
    };
    document.addEventListener('focusin', moved);
    return stop;
  }, [strip]);
}

/** With the question gone, keys go on from the page, and not from the top of the window. */
function useFocusOnPage(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      if (strip.current?.contains(document.activeElement) !== true) return;
      document.querySelector('main')?.focus({ preventScroll: true });
    },
    [strip],
  );
}

function Strip({ lead, asked: { talkedMs }, onClose }: Props & { lead: Lead }) {
  const translate = useCallMessages();
  const { optedOutLead } = useCalling();
  const proposed = optedOutLead === lead.id ? 'doNotCall' : undefined;
  const [selected, setSelected] = useState<SavableStatus | undefined>(proposed);
  const [chip, setChip] = useState<FollowupChip>();
  const [note, setNote] = useState('');
  const [showsMore, setShowsMore] = useState(false);
  const strip = useRef<HTMLElement>(null);
  const { save, isSaving, isOwed, isFollowupUnknown, mayOpenNext } = useSaveOutcome(lead, onClose);
  const { fault } = useTextLimit(note, noteLength);
  const outcomes = likelyOutcomes(lead, { wasAnswered: talkedMs !== null, proposed });
  const asksForFollowup = selected !== undefined && afterStatusSaved(selected) === 'follow-up';

  useFocusWhenFree(strip);
  useFocusOnPage(strip);
  usePanelHeight(strip);

  const select = (status: SavableStatus) => {
    setSelected(status);
    setChip(undefined);
    strip.current?.focus();
  };
  const notYet =
    selected === undefined
      ? translate('crm.calls.how.chooseFirst')
      : (fault ?? (chip?.at && isFollowupUnknown ? translate('crm.loading.label') : undefined));
  const send = (opensNext: boolean) => {
    if (selected === undefined || notYet !== undefined) return;
    save({ status: selected, followupAt: chip?.at, note, opensNext: opensNext && mayOpenNext });
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      if (selected === undefined) onClose();
      setSelected(undefined);
      setChip(undefined);
      strip.current?.focus();
    }
    const isOnAction = event.target instanceof Element && event.target.closest('button') !== null;
    if (event.key === 'Enter' && !isOnAction) {
      event.preventDefault();
      send(event.shiftKey);
    }
  };

  const words = { name: lead.fullname, time: lasted(talkedMs ?? 0) };
  return (
    <Box
      component="section"
      ref={strip}
      tabIndex={-1}
      aria-label={translate('crm.calls.how.title')}
      onKeyDown={pressed}
      sx={(theme) => ({
        display: 'grid',
        gap: 1,
        flex: 'none',
        minHeight: theme.size.callPanel,
        px: 2.5,
        py: 1.25,
        color: 'panel.text',
        backgroundColor: 'panel.bg',
        borderTop: `2px solid ${theme.palette.panel.border}`,
        zIndex: theme.zIndex.appBar,
        '&:focus': { outline: 'none' },
      })}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', lg: 'nowrap' },
          alignItems: 'center',
          gap: 1,
          '& .MuiButton-root': { px: { lg: 1 } },
        }}
      >
        <Box sx={{ minWidth: 120, flex: { xs: 1, md: '0 1000 220px' }, mr: 1 }}>
          <Box sx={{ typography: 'subtitle1' }}>{translate('crm.calls.how.title')}</Box>
          <Box sx={(theme) => ({ ...theme.tabular, typography: 'caption', color: 'panel.muted' })}>
            <Clip
              text={translate(talkedMs === null ? 'crm.calls.how.ended' : 'crm.calls.how.endedAfter', words)}
            />
          </Box>
        </Box>
        <Box
          role="group"
          aria-label={translate('crm.calls.how.outcomes')}
          sx={{
            display: { xs: 'grid', md: 'flex' },
            gridTemplateColumns: '1fr 1fr',
            flexWrap: 'wrap',
            gap: 1,
            order: { xs: 1, md: 0 },
            width: { xs: '100%', md: 'auto' },
          }}
        >
          {outcomes.map((status, index) => (
            <OutcomeButton
              key={status}
              lead={lead}
              status={status}
              // While a follow-up is to be chosen, the digits are those of its times.
              digit={String(index + 1)}
              isDigitTaken={asksForFollowup}
              isSelected={status === selected}
              onSelect={select}
            />
          ))}
        </Box>
        <PanelButton
          label={translate('crm.calls.how.more')}
          shortcut="s"
          aria-haspopup="dialog"
          onClick={() => {
            setShowsMore(true);
          }}
        />
        <Tooltip title={translate('crm.calls.how.close')}>
          <IconButton
            aria-label={translate('crm.calls.how.close')}
            onClick={onClose}
            sx={{
              ml: 'auto',
              order: { xs: 0, md: 1 },
              color: 'panel.muted',
              '&.Mui-focusVisible': { outlineColor: 'panel.live' },
            }}
          >
            <CloseOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {asksForFollowup && (
          <FollowupChips
            lead={lead}
            chosen={chip}
            onChoose={(chosen) => {
              setChip(chosen);
              strip.current?.focus();
            }}
          />
        )}
        <OutlinedInput
          size="small"
          value={note}
          error={fault !== undefined}
          placeholder={translate('crm.calls.how.notePlaceholder')}
          inputProps={{ 'aria-label': translate('crm.calls.how.note') }}
          onChange={({ target }) => {
            setNote(target.value);
          }}
          sx={{
            flex: { xs: '1 1 100%', md: 1 },
            minWidth: 200,
            color: 'panel.text',
            backgroundColor: 'panel.raised',
            '& .MuiOutlinedInput-notchedOutline': { borderColor: 'panel.muted' },
            '& input::placeholder': { color: 'panel.muted', opacity: 1 },
          }}
        />
        <ReasonButton
          variant="contained"
          reason={notYet}
          loading={isSaving}
          endIcon={<Kbd aria-hidden="true">Enter</Kbd>}
          sx={saveLook}
          onClick={() => {
            send(false);
          }}
        >
          {translate('crm.calls.how.save')}
        </ReasonButton>
        {mayOpenNext && (
          <PanelButton
            label={translate('crm.calls.how.saveAndNext')}
            keyHint={translate('crm.calls.how.saveAndNextKey')}
            reason={notYet}
            isBusy={isSaving}
            onClick={() => {
              send(true);
            }}
          />
        )}
      </Box>
      <Suspense fallback={null}>
        {showsMore && (
          <StatusDialog
            lead={lead}
            {...(selected !== undefined && { proposed: selected })}
            completes={isOwed}
            isSaving={isSaving}
            onSave={(status) => {
              save({ status, followupAt: chip?.at, note, opensNext: false });
            }}
            onClose={() => {
              setShowsMore(false);
            }}
          />
        )}
      </Suspense>
    </Box>
  );
}

interface OutcomeButtonProps {
  lead: Lead;
  status: SavableStatus;
  digit: string;
  /** Whether the digits mean something else. */
  isDigitTaken: boolean;
  isSelected: boolean;
  onSelect: (status: SavableStatus) => void;
}

function OutcomeButton({ lead, status, digit, isDigitTaken, isSelected, onSelect }: OutcomeButtonProps) {
  const hue = statusHue(status, lead.type_id);
  return (
    <PanelButton
      icon={<Box sx={{ width: 3, height: 16, borderRadius: '2px', backgroundColor: `hue.${hue}.edge` }} />}
      label={localise(statusTitle(status))}
      shortcut={digit}
      isKeyTaken={isDigitTaken}
      isPressed={isSelected}
      onClick={() => {
        onSelect(status);
      }}
    />
  );
}
