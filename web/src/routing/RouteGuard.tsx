import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useCurrentUser } from '../session/SessionContext.js';
import { mayEnter } from './route-rights.js';

/** Stands around every page of the layout: who may not be here goes Home, and the page never starts. */
export const RouteGuard = ({ children }: { children: ReactNode }) => {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  return mayEnter(pathname, user) ? children : <Navigate to="/" replace />;
};
