import Chip from '@mui/material/Chip';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { statusHue, statusTitle, type StatusCode } from '@crm/contracts/codes/statuses.js';
import { localise } from '../../i18n/language.js';

interface Props {
  status: StatusCode;
  type: TypeId;
  /** Of a row that somebody else holds: an outline in place of the colour. */
  outlined?: boolean;
}

/** A status as a word on its hue. */
export function StatusChip({ status, type, outlined = false }: Props) {
  const hue = statusHue(status, type);
  return (
    <Chip
      label={localise(statusTitle(status))}
      sx={(theme) =>
        outlined
          ? {
              backgroundColor: 'transparent',
              border: `1px solid ${theme.palette.border.default}`,
              color: theme.palette.busy.fg,
              fontWeight: 500,
            }
          : { backgroundColor: theme.palette.hue[hue].chip, color: theme.palette.hue[hue].fg }
      }
    />
  );
}
