import type { AgentChoice } from '@crm/contracts/ids.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { FindOne } from './FindOne.js';

interface Agent {
  id: AgentChoice;
  fullname: string;
  email: string;
}

interface Props {
  /** Absent while they are being read. */
  agents: readonly Agent[] | undefined;
  picked: AgentChoice | undefined;
  onPick: (agent: { id: AgentChoice; name: string }) => void;
}

/** One agent out of many, found by name or e-mail. */
export function AgentPicker({ agents, picked, onPick }: Props) {
  const translate = useTranslate();
  return (
    <FindOne
      label={translate('crm.filters.agent')}
      findLabel={translate('crm.filters.find.agent')}
      choices={agents?.map(({ id, fullname, email }) => ({ value: id, label: fullname, note: email }))}
      picked={picked}
      onPick={({ value, label }) => {
        onPick({ id: value, name: label });
      }}
    />
  );
}
