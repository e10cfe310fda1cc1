import SupportOutlined from '@mui/icons-material/SupportOutlined';
import { askForHelp, withdrawHelp } from '@crm/contracts/http/supervision.js';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import { PanelButton } from '../controls/PanelButton.js';
import { useSupervisionMessages } from '../i18n/supervision.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';

const labels = {
  asked: 'crm.supervision.helpAsked',
  coming: 'crm.supervision.helpComing',
} as const;

/** Asks the admins for help in one's own call, or withdraws that; says when help comes. */
export function HelpButton({ live, reason }: { live: LiveCall | null; reason: string | undefined }) {
  const translate = useSupervisionMessages();
  const showAnswer = useShowAnswer();
  const help = live?.help ?? null;
  const ask = useVerb(
    (provider, { id, isAsked }: { id: string; isAsked: boolean }) =>
      provider.call(isAsked ? withdrawHelp : askForHelp, { params: { id } }),
    { onSuccess: showAnswer },
  );
  return (
    <PanelButton
      isShort={help === null}
      icon={<SupportOutlined />}
      shortcut="e"
      label={translate(help === null ? 'crm.supervision.help' : labels[help])}
      isPressed={help !== null}
      isBusy={ask.isPending}
      reason={live === null ? reason : undefined}
      onClick={() => {
        if (live) ask.mutate({ id: live.id, isAsked: help !== null });
      }}
    />
  );
}
