import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SxProps, Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { productName } from '../brand/brand.js';
import { useLeadFollowups } from '../followups/useFollowups.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { PageCard } from '../controls/PageCard.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useCallBegun } from '../calling/useCallBegun.js';
import { useConnectionState } from '../realtime/useConnectionState.js';
import { isDialogOpen } from '../shortcuts/ShortcutsProvider.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { ActionBar, type LeadDialog } from './ActionBar.js';
import { buttonsFor, changeDenialReason } from './action-bar.rules.js';
import { useLeadTabs } from './lead-tabs.js';
import { LeadColumn } from './LeadColumn.js';
import { LeadHead } from './LeadHead.js';
import { TabSide } from './TabSide.js';
import { isBeside } from './beside.rules.js';
import { useTabAddress } from './tab-address.js';
import { useTabCommands } from './useTabCommands.js';
import { useLeadActions } from '../leads/lead/useLeadActions.js';
import { useLeadCommands } from './useLeadCommands.js';
import type { HoldState } from './useLeadHold.js';
import { useNextLead } from '../day/useNextLead.js';
import { useNoteLead } from '../palette/recent.js';
import { lazyPart } from '../loading/lazy-part.js';

const StatusDialog = lazyPart(() => import('../leads/lead/StatusDialog.js'));
const CallCentreDialog = lazyPart(() => import('../calls/CallCentreDialog.js'));
const SendTemplateDialog = lazyPart(() => import('../templates/SendTemplateDialog.js'));
const AgentDialog = lazyPart(() => import('./AgentDialog.js'));
const DeleteLeadDialog = lazyPart(() => import('./DeleteLeadDialog.js'));
const LifeFormDialog = lazyPart(() => import('../leads/life-form/LifeFormDialog.js'));
const HealthFormDialog = lazyPart(() => import('../leads/health-form/HealthFormDialog.js'));

const fieldsCard: SxProps<Theme> = (theme) => ({
  flex: 'none',
  minHeight: 0,
  [theme.breakpoints.up('md')]: { width: theme.size.leadFields },
  [theme.breakpoints.up('xl')]: { width: theme.size.leadFieldsWide },
});

/** A lead that has been read: what is known of it, and what can be done with it. */
export function LeadView({ lead, hold }: { lead: Lead; hold: HoldState }) {
  const translate = useLeadPageMessages();
  const user = useCurrentUser();
  const showAnswer = useShowAnswer();
  const isLive = useConnectionState() === 'live';
  const [dialog, setDialog] = useState<LeadDialog>();
  /** The template that was chosen before its dialog opened. */
  const [template, setTemplate] = useState<string>();
  const close = () => {
    setDialog(undefined);
    setTemplate(undefined);
  };
  const actions = useLeadActions(lead, close);
  const { status, assignment, removal, work, completion, isOwed } = actions;
  useNoteLead(lead);
  const hasDay = useRight('home:day');
  const next = useNextLead();

  // Said once, when the lead is open for work; whoever only reads it has no status to change.
  const isReminded = useRef(false);
  useEffect(() => {
    if (hold !== 'held' || isReminded.current) return;
    isReminded.current = true;
    showAnswer({ status: 'info', message: translate('crm.lead.remember') });
  }, [hold, showAnswer, translate]);

  const why = changeDenialReason(hold, isLive);
  const reasons = {
    'held-by-other': translate('crm.leads.busyHint', { name: lead.busy_fullname ?? '' }),
    'no-connection': translate('crm.lead.noConnection'),
    opening: translate('crm.lead.opening'),
    waiting: translate('crm.lead.waiting'),
    refused: translate('crm.lead.refused'),
  };

  const denialReason = why && reasons[why];
  const buttons = buttonsFor(user, lead, { isThis: isOwed });
  useLeadCommands({
    ...{ lead, buttons, actions },
    reason: denialReason,
    onOpen: setDialog,
    onText: (id) => {
      setTemplate(id);
      setDialog('sms');
    },
  });

  return (
    <>
      <title>{`${lead.fullname} · ${productName}`}</title>
      <ActionBar
        lead={lead}
        buttons={buttons}
        reason={denialReason}
        isOpen={hold === 'asking' ? 'opening' : hold === 'held'}
        onOpen={setDialog}
        onStartWork={() => {
          work.mutate();
        }}
        isStarting={work.isPending}
        onComplete={() => {
          completion.mutate();
        }}
        isCompleting={completion.isPending}
      />
      {hold === 'watching' && (
        <HoldNotice
          icon={<LockOutlined fontSize="small" aria-hidden />}
          text={translate('crm.lead.heldBy', { name: lead.busy_fullname ?? '' })}
        />
      )}
      {(why === 'waiting' || why === 'refused') && (
        <HoldNotice icon={<HourglassEmptyOutlined fontSize="small" aria-hidden />} text={reasons[why]} />
      )}
      <LeadSides lead={lead} denialReason={denialReason} />
      <FollowupsKept leadId={lead.id} />
      <Suspense fallback={null}>
        {dialog === 'status' && (
          <StatusDialog
            lead={lead}
            completes={isOwed}
            isSaving={status.isPending}
            onSave={(chosen) => {
              status.mutate({ status: chosen });
            }}
            onSaveAndNext={
              hasDay
                ? (chosen) => {
                    status.mutate({
                      status: chosen,
                      then: () => {
                        next.open({ leaving: lead.id });
                      },
                    });
                  }
                : undefined
            }
            onClose={close}
          />
        )}
        {dialog === 'call' && <CallCentreDialog lead={lead} onClose={close} />}
        {(dialog === 'sms' || dialog === 'email') && (
          <SendTemplateDialog kind={dialog} lead={lead} template={template} onClose={close} />
        )}
        {dialog === 'edit' && lead.type === 'life' && (
          <LifeFormDialog
            lead={lead}
            onClose={close}
            onSaved={(_saved, outcome) => {
              showAnswer(outcome);
            }}
          />
        )}
        {dialog === 'edit' && lead.type === 'health' && (
          <HealthFormDialog
            lead={lead}
            onClose={close}
            onSaved={(_saved, outcome) => {
              showAnswer(outcome);
            }}
          />
        )}
        {dialog === 'agent' && (
          <AgentDialog
            lead={lead}
            isSaving={assignment.isPending}
            onAssign={assignment.mutate}
            onClose={close}
          />
        )}
        {dialog === 'delete' && (
          <DeleteLeadDialog
            name={lead.fullname}
            isDeleting={removal.isPending}
            onDelete={() => {
              removal.mutate();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/** Follow-ups come with the lead, and are there for the tab and the dialogs that show them. */
function FollowupsKept({ leadId }: { leadId: string }) {
  useLeadFollowups(leadId);
  return null;
}

/** Both sides of the page, each with its tabs. */
function LeadSides({ lead, denialReason }: { lead: Lead; denialReason: string | undefined }) {
  const translate = useLeadPageMessages();
  const tabs = useLeadTabs(lead, useCurrentUser());
  const { left, right, open } = useTabAddress(lead.id, tabs);
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('xl'), { noSsr: true });
  // Who is called is talked to by the script; whoever called from a dialog stays at what lies below it.
  useCallBegun(lead.id, () => {
    if (isDialogOpen()) return;
    const script = tabs.find(({ key }) => key === 'script');
    if (script && right?.group !== 'call') open(script, { flushSync: false });
  });
  const isRoomy = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const entering = useTabCommands(tabs, (tab) => {
    // What stands beside the open tab is there already.
    if (!isRoomy || !isBeside(tab, right)) open(tab);
  });
  const panel = {
    ...{ lead, mayChange: denialReason === undefined, denialReason, tabs, onOpen: open },
    ...entering,
  };
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        flex: 1,
        minHeight: 0,
        // On a phone both sides scroll as one, above what can be done.
        overflow: { xs: 'auto', md: 'visible' },
        gap: 2,
      }}
    >
      <PageCard sx={fieldsCard}>
        <LeadHead lead={lead} />
        {left && <TabSide label={translate('crm.lead.fieldTabs')} active={left} {...panel} />}
      </PageCard>
      {right && (
        <PageCard sx={{ minWidth: 0, minHeight: { xs: 320, md: 0 }, flex: { xs: 'none', md: 1 } }}>
          <TabSide label={translate('crm.lead.workTabs')} active={right} {...panel} />
        </PageCard>
      )}
      {isWide && <LeadColumn lead={lead} tabs={tabs} onOpen={open} />}
    </Box>
  );
}

/** To who reads a lead that cannot be worked on: somebody else does, or the server has not said. */
function HoldNotice({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        flex: 'none',
        px: 2,
        py: 1,
        color: 'busy.fg',
        backgroundColor: 'busy.bg',
        border: `1px dashed ${theme.palette.busy.edge}`,
        borderRadius: `${String(theme.radius.control)}px`,
      })}
    >
      {icon}
      <Typography variant="body2">{text}</Typography>
    </Box>
  );
}
