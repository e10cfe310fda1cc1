import { useState, type ReactNode } from 'react';
import Dialog from '@mui/material/Dialog';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { usePaletteMessages } from '../i18n/palette.en.js';
import { PermissionsOf } from '../leads/permission/RowPermissions.js';
import { useCommandGroups, type Command, type CommandGroup } from '../shortcuts/commands.js';
import { useTemplates, type Template } from '../templates/useTemplates.js';
import { ChoiceStep } from './ChoiceStep.js';
import { PaletteFrame } from './PaletteFrame.js';
import { useLeadSearch } from './useLeadSearch.js';
import { usePaletteSections, type PalettePage } from './usePaletteSections.js';
import { useRecentLeads } from './recent.js';

interface Props {
  pages: readonly PalettePage[];
  onClose: () => void;
}

/** Finds leads, pages and actions by typing, wherever one is. */
export default function Palette({ pages, onClose }: Props) {
  const translate = usePaletteMessages();
  const groups = useCommandGroups();
  const [step, setStep] = useState<Command>();
  const back = () => {
    setStep(undefined);
  };
  const run = (act: () => void) => {
    onClose();
    act();
  };
  const first = (templates: readonly Template[]) => (
    <FirstStep pages={pages} groups={groups} templates={templates} onRun={run} onStep={setStep} />
  );
  return (
    <Dialog
      open
      aria-label={translate('crm.palette.title')}
      maxWidth={false}
      transitionDuration={0}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown' && step) back();
        else onClose();
      }}
      // Its upper edge stays where it is, however much is found.
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { maxWidth: 640, overflow: 'hidden' } } }}
    >
      {step && typeof step.act !== 'function' ? (
        <ChoiceStep label={step.label} step={step.act} onBack={back} onRun={run} />
      ) : groups.some(({ onText }) => onText) ? (
        <WithTemplates>{first}</WithTemplates>
      ) : (
        first([])
      )}
    </Dialog>
  );
}

/** Reads the user's templates, where there is a lead to text. */
function WithTemplates({ children }: { children: (templates: readonly Template[]) => ReactNode }) {
  const { data } = useTemplates('sms');
  return children(data ?? []);
}

interface FirstStepProps {
  pages: readonly PalettePage[];
  groups: readonly CommandGroup[];
  templates: readonly Template[];
  onRun: (act: () => void) => void;
  onStep: (command: Command) => void;
}

const noLeads: readonly LeadRow[] = [];

function FirstStep(props: FirstStepProps) {
  const translate = usePaletteMessages();
  const [text, setText] = useState('');
  const { leads, isSettled, isOut } = useLeadSearch(text);
  const [recentLeads] = useRecentLeads();
  const isEmpty = text.trim() === '';
  const sections = usePaletteSections({ ...props, text, leads: isEmpty ? noLeads : leads });
  return (
    <PermissionsOf rows={isEmpty ? recentLeads : leads}>
      <PaletteFrame
        text={text}
        onType={setText}
        sections={sections}
        isSettled={isSettled}
        notice={isOut ? translate('crm.palette.offline') : undefined}
        none={translate(isEmpty ? 'crm.palette.hint' : 'crm.palette.nothing', { text: text.trim() })}
      />
    </PermissionsOf>
  );
}
