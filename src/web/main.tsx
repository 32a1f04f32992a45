import './styles.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchSession } from './data/session.ts';
import { prepare, Router } from './router.tsx';

const session = watchSession();

const root = document.getElementById('root');
// The part of the page and the session are loaded at the same time. A transition renders in slices, so that a slow phone
// stays responsive.
if (root) void prepare(location.pathname, session).then(() => startTransition(() => createRoot(root).render(<StrictMode><Router /></StrictMode>)));
