import type { ReactNode } from 'react';
import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';

interface Props extends Pick<ButtonProps, 'onClick' | 'aria-haspopup' | 'aria-expanded'> {
  icon: ReactNode;
  label: string;
  /** Why it is disabled; it stays focusable, so that everybody can read the reason. */
  reason?: string | undefined;
  /** For toggles such as mute. */
  isPressed?: boolean;
  isBusy?: boolean;
  /** The label is only visible on wide screens; name and tooltip are always there. */
  isShort?: boolean;
  /** Hang up: set apart, red. */
  isEnd?: boolean;
}

/** A button of the call panel: light on dark, inverted while active. */
export function PanelButton({
  icon,
  label,
  reason,
  isPressed,
  isBusy = false,
  isShort = false,
  isEnd = false,
  onClick,
  ...props
}: Props) {
  return (
    <Tooltip title={reason ?? (isShort ? label : '')} describeChild={reason !== undefined}>
      <Button
        {...props}
        {...(reason === undefined ? {} : { 'aria-disabled': true })}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        aria-label={label}
        loading={isBusy}
        loadingPosition="start"
        startIcon={icon}
        onClick={(event) => {
          if (reason === undefined) onClick?.(event);
        }}
        sx={(theme) => ({
          color: isPressed ? theme.palette.panel.bg : theme.palette.panel.text,
          backgroundColor: isEnd
            ? theme.palette.panel.danger
            : isPressed
              ? theme.palette.panel.text
              : theme.palette.panel.raised,
          '&:hover': {
            backgroundColor: isEnd
              ? theme.palette.panel.danger
              : isPressed
                ? theme.palette.panel.text
                : theme.palette.panel.border,
          },
          '&.Mui-focusVisible': { outlineColor: theme.palette.panel.live },
          '&.Mui-disabled, &[aria-disabled="true"], &[aria-disabled="true"]:hover': {
            color: theme.palette.panel.muted,
            backgroundColor: theme.palette.panel.bg,
            border: `1px solid ${theme.palette.panel.border}`,
          },
          ...(isEnd && { color: theme.palette.common.white, ml: 1 }),
          ...(isShort && {
            '& .panel-words': { [theme.breakpoints.down('xl')]: { display: 'none' } },
            '& .MuiButton-startIcon': { [theme.breakpoints.down('xl')]: { mr: 0 } },
            [theme.breakpoints.down('xl')]: { px: '9px' },
          }),
        })}
      >
        <span className="panel-words">{label}</span>
      </Button>
    </Tooltip>
  );
}
