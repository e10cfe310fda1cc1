import type { ComponentType, ReactNode } from 'react';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Box from '@mui/material/Box';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { Clip } from '../controls/Clip.js';
import { LocalTimeOfRow } from '../leads/permission/PhoneOfRow.js';
import { useRowPermission } from '../leads/permission/RowPermissions.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import type { PaletteItem } from './palette-item.js';

interface Props {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
}

/** One thing that was found. The focus stays in the field: pointing only makes it the active one. */
export function PaletteRow({ id, item: { content, reason }, isActive, onPoint, onRun }: Props) {
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={reason !== undefined}
      onMouseMove={() => {
        if (!isActive) onPoint();
      }}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={onRun}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 40,
        px: 1,
        borderRadius: `${String(theme.radius.control)}px`,
        cursor: reason === undefined ? 'pointer' : 'default',
        color: reason === undefined ? 'text.primary' : 'text.tertiary',
        backgroundColor: isActive ? 'brand.tint' : undefined,
        '& > .MuiSvgIcon-root': { color: isActive ? 'primary.main' : 'text.secondary' },
      })}
    >
      {content}
      {reason !== undefined && (
        <Box component="span" sx={{ ml: 'auto', minWidth: 0, typography: 'caption' }}>
          <Clip text={reason} />
        </Box>
      )}
    </Box>
  );
}

/** A page, an action or a choice, with what is said beside it. */
export function PlainContent({
  Icon,
  label,
  note,
}: {
  Icon: ComponentType<{ fontSize?: 'small' }>;
  label: ReactNode;
  note?: string;
}) {
  return (
    <>
      <Icon fontSize="small" />
      <Box component="span" sx={{ fontWeight: 500 }}>
        {label}
      </Box>
      {note !== undefined && (
        <Box component="span" sx={{ ml: 'auto', minWidth: 0, color: 'text.tertiary' }}>
          <Clip text={note} />
        </Box>
      )}
    </>
  );
}

/** A lead as tables have it: its status, its number where it may be shown, and the customer's clock. */
export function LeadContent({ lead, isBusy }: { lead: LeadRow; isBusy: boolean }) {
  const permission = useRowPermission(lead.id);
  return (
    <>
      <PersonOutlined fontSize="small" />
      <Box component="span" sx={{ flex: 1, minWidth: 0, fontWeight: 600 }}>
        <Clip text={lead.fullname} />
      </Box>
      <Box component="span" sx={{ flex: 'none', width: 136, display: { xs: 'none', sm: 'block' } }}>
        <StatusChip status={lead.status} type={lead.type_id} outlined={isBusy} />
      </Box>
      {!isBusy && (
        <>
          <Box component="span" sx={(theme) => ({ ...theme.tabular, flex: 'none', width: 104 })}>
            {lead.phone !== null && toShown(lead.phone)}
          </Box>
          <Box component="span" sx={{ flex: 'none', width: 112, typography: 'caption' }}>
            {permission && <LocalTimeOfRow permission={permission} />}
          </Box>
        </>
      )}
    </>
  );
}
