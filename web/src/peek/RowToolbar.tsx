import { useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import CallOutlined from '@mui/icons-material/CallOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Portal from '@mui/material/Portal';
import Tooltip from '@mui/material/Tooltip';
import { useEvent } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { usePeekMessages } from '../i18n/peek.en.js';
import { useRowPermission } from '../leads/permission/RowPermissions.js';
import { rowOf } from './row-focus.js';
import type { RowActions } from './useRowActions.js';
import { localise } from '../i18n/language.js';

interface Props {
  area: RefObject<HTMLElement | null>;
  leadOf: (id: string) => LeadRow | undefined;
  actions: RowActions;
  onPeek: (id: string) => void;
}

interface Place {
  id: string;
  /** Within the area, in pixels. */
  top: number;
  height: number;
  /** The area scrolled sideways by so much. */
  left: number;
}

/** The buttons of the row that is pointed at: one bar for all rows, so that no row has to draw its own. */
export function RowToolbar({ area, leadOf, actions, onPeek }: Props) {
  const place = usePointedRow(area);
  const lead = place && leadOf(place.id);
  if (!place || !lead) return null;
  return (
    <Portal container={() => area.current}>
      <Toolbar lead={lead} place={place} actions={actions} onPeek={onPeek} />
    </Portal>
  );
}

function usePointedRow(area: RefObject<HTMLElement | null>): Place | undefined {
  const [place, setPlace] = useState<Place>();
  const pointed = useRef<string>(undefined);
  const at = useEvent((id: string | undefined, element?: HTMLElement) => {
    if (pointed.current === id) return;
    pointed.current = id;
    const inside = area.current;
    if (id === undefined || element === undefined || inside === null) {
      setPlace(undefined);
      return;
    }
    const [row, outer] = [element.getBoundingClientRect(), inside.getBoundingClientRect()];
    setPlace({
      id,
      top: row.top - outer.top + inside.scrollTop,
      height: row.height,
      left: inside.scrollLeft,
    });
  });
  useEffect(() => {
    const inside = area.current;
    if (!inside) return undefined;
    const over = ({ target, pointerType }: PointerEvent) => {
      // Touch has no hover.
      if (pointerType === 'touch') return;
      const row = rowOf(target);
      if (row) at(row.id, row.element);
      else if (!(target instanceof Element && target.closest('[role="toolbar"]'))) at(undefined);
    };
    const leave = () => {
      at(undefined);
    };
    // The pointer may have come before this did.
    const already = rowOf(inside.querySelector('tr:hover'));
    if (already) at(already.id, already.element);
    inside.addEventListener('pointerover', over);
    inside.addEventListener('pointerleave', leave);
    inside.addEventListener('scroll', leave, { passive: true });
    return () => {
      inside.removeEventListener('pointerover', over);
      inside.removeEventListener('pointerleave', leave);
      inside.removeEventListener('scroll', leave);
    };
  }, [area, at]);
  return place;
}

function Toolbar({
  lead,
  place,
  actions,
  onPeek,
}: Omit<Props, 'area' | 'leadOf'> & { lead: LeadRow; place: Place }) {
  const translate = usePeekMessages();
  const permission = useRowPermission(lead.id);
  const denial = (way: 'call' | 'text') =>
    permission?.[way]?.allowed === false ? localise(permission[way].sentence) : undefined;
  const { id } = lead;
  return (
    <Box
      role="toolbar"
      aria-label={translate('crm.peek.actions', { name: lead.fullname })}
      sx={(theme) => ({
        ...{ position: 'absolute', top: place.top + 1, right: -place.left, height: place.height - 2 },
        ...{ display: 'flex', alignItems: 'center', gap: 0.25, pl: 2, pr: 1 },
        background: `linear-gradient(to right, transparent, ${theme.palette.surface.hover} 16px)`,
      })}
    >
      <Action
        Icon={CallOutlined}
        label={translate('crm.peek.call')}
        keyName="c"
        denial={denial('call')}
        onClick={() => {
          actions.onCall(id);
        }}
      />
      <Action
        Icon={SmsOutlined}
        label={translate('crm.peek.text')}
        keyName="t"
        denial={denial('text')}
        onClick={() => {
          actions.onText(id);
        }}
      />
      <Action
        Icon={FlagOutlined}
        label={translate('crm.peek.status')}
        keyName="s"
        onClick={() => {
          actions.onStatus(id);
        }}
      />
      <Action
        Icon={VisibilityOutlined}
        label={translate('crm.peek.peek')}
        keyName={translate('crm.peek.spaceKey')}
        onClick={() => {
          onPeek(id);
        }}
      />
    </Box>
  );
}

interface ActionProps {
  Icon: ComponentType;
  label: string;
  keyName: string;
  /** Why it cannot be done now. */
  denial?: string | undefined;
  onClick: () => void;
}

/** By keyboard the row's own keys do the same: the bar is there for the pointer alone. */
const Action = ({ Icon, label, keyName, denial, onClick }: ActionProps) => (
  <Tooltip title={denial ?? `${label} (${keyName})`} describeChild={denial !== undefined} disableInteractive>
    <IconButton
      tabIndex={-1}
      aria-label={label}
      {...(denial !== undefined && { 'aria-disabled': true, sx: { color: 'action.disabled' } })}
      onClick={() => {
        if (denial === undefined) onClick();
      }}
    >
      <Icon />
    </IconButton>
  </Tooltip>
);
