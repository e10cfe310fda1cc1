import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router-dom';
import type { FloorCall } from '@crm/contracts/entities/floor.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** What an admin can do about the call of a tile. */
export function TileActions({ call }: { call: FloorCall }) {
  const translate = useTranslate();
  if (call.lead_id === null) return null;
  const name = translate('crm.shell.openLead');
  return (
    <Tooltip title={name}>
      <IconButton size="small" component={Link} to={`/lead/${call.lead_id}`} aria-label={name}>
        <OpenInNewOutlined />
      </IconButton>
    </Tooltip>
  );
}
