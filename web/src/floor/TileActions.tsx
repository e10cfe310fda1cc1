import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router-dom';
import type { FloorCall, FloorTile } from '@crm/contracts/entities/floor.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { SuperviseButtons } from '../supervision/SuperviseButtons.js';

interface Props {
  agent: Pick<FloorTile, 'user_id' | 'fullname'>;
  call: FloorCall;
}

/** What an admin can do about the call of a tile. */
export function TileActions({ agent, call }: Props) {
  const translate = useTranslate();
  const name = translate('crm.shell.openLead');
  // Whether the customer is on hold, and whether another admin is in the call, the server says.
  const supervised = { hold: false, supervisor: null, user_id: agent.user_id, agent_name: agent.fullname };
  return (
    <>
      {call.state === 'talking' && call.conference && (
        <SuperviseButtons call={{ ...supervised, id: call.id, conference: call.conference }} />
      )}
      {call.lead_id !== null && (
        <Tooltip title={name}>
          <IconButton size="small" component={Link} to={`/lead/${call.lead_id}`} aria-label={name}>
            <OpenInNewOutlined />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}
