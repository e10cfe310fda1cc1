import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useTranslate } from '../i18n/useTranslate.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { mayEnter } from './route-rights.js';

/** Stands around every page of the layout: who may not be here goes Home and hears why, and the page never starts. */
export const RouteGuard = ({ children }: { children: ReactNode }) => {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const isRefused = !mayEnter(pathname, user);
  const translate = useTranslate();
  const showAnswer = useShowAnswer();
  useEffect(() => {
    if (isRefused) showAnswer({ status: 'warning', message: translate('crm.shell.notForYou') });
  }, [isRefused, showAnswer, translate]);
  return isRefused ? <Navigate to="/" replace /> : children;
};
