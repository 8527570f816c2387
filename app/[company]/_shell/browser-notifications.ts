'use client';

import { useSyncExternalStore } from 'react';

const storageKey = 'leadgate.browser-notifications';
/** Of this tab; other tabs get the browser's own event. */
const changed = new EventTarget();

let isBroken: boolean | undefined;

/** Nothing in a browser where pages cannot make notifications: the switch disappears. */
export function makeNotification(
  title: string,
  options?: NotificationOptions,
): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    isBroken = true;
    changed.dispatchEvent(new Event('change'));
    return undefined;
  }
}

/**
 * Chrome for Android has notifications, but only for service workers: a page that makes one gets an
 * error, even without permission. Other browsers show nothing without permission.
 */
function canMake(): boolean {
  if (isBroken === undefined && Notification.permission !== 'granted') {
    isBroken = !isConstructible();
  }
  return isBroken !== true;
}
function isConstructible(): boolean {
  try {
    new Notification('');
    return true;
  } catch {
    return false;
  }
}

/** Browsers have notifications on https and localhost only. */
const areThere = () => 'Notification' in window && 'locks' in navigator;
const isPossible = () => areThere() && canMake();
const isOn = () =>
  areThere() &&
  isBroken !== true &&
  Notification.permission === 'granted' &&
  localStorage.getItem(storageKey) === 'on';

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  addEventListener('storage', listener);

  return () => {
    changed.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

function store(value: 'on' | 'off'): void {
  localStorage.setItem(storageKey, value);
  changed.dispatchEvent(new Event('change'));
}

/** @returns whether the user allows them */
async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  store('on');

  return true;
}

const never = () => false;

/** Whether this browser could show notifications of its own. */
export const useCanNotify = () => useSyncExternalStore(subscribe, isPossible, never);

/** Whether it does, and how to change that. */
export function useBrowserNotifications() {
  return {
    isOn: useSyncExternalStore(subscribe, isOn, never),
    turnOn,
    turnOff: () => store('off'),
  };
}
