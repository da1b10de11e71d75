import type { Schedule } from '@carillon/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '../../../data/days.ts'
import { moveSchedule } from '../../../data/schedules/schedules.ts'
import { dueWords } from '../../../ui/due-words.ts'
import { notifyDone, notifyError } from '../../../ui/notify.ts'
import { keepUntilDue } from '../../compose/draft/sent-drafts.ts'
import type { Placed } from '../placed.ts'
import { instantOfRequested, movedTime, type Target } from './moved-time.ts'

/** The state of moving a schedule to another place of the calendar, by dragging or with the keyboard. */
export interface Moving {
  /** The schedule that is being moved, until it is dropped; null if none is. */
  picked: Placed | null
  /** Where the schedule would be dropped; null if none is being moved. */
  target: Target | null
  /** Whether a schedule is being moved with the keyboard. */
  isByKeyboard: boolean
  /** The id of the schedule whose new time is being saved; null if none is. */
  savingId: string | null
  /**
   * The text for screen readers while a schedule is moved with the keyboard: its new time and the keys; otherwise
   * empty.
   */
  words: string
  drag(placed: Placed): void
  pickUp(placed: Placed): void
  over(target: Target): void
  /** Moves the target by days and hours, negative for earlier. The hour stays within 0 to 23 of its day. */
  shift(by: { days: number; hours: number }): void
  drop(): void
  leave(): void
}

interface State {
  picked: Placed
  target: Target
  isByKeyboard: boolean
}

const hoursOfDay = 24

/** The target `days` and `hours` away; hours stay within the day. */
function shifted({ day, hour }: Target, { days, hours }: { days: number; hours: number }): Target {
  const next = hour === null ? null : Math.min(hoursOfDay - 1, Math.max(0, hour + hours))
  return { day: addDays(day, days), hour: next }
}

const focusOn = (scheduleId: string) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-schedule="${scheduleId}"]`)?.focus())

/**
 * Returns the state of a move and the functions that change it: `drag` and `pickUp` begin one, `drop` saves the new
 * time, `leave` ends it without a change. A schedule that somebody else has changed since it was shown is not moved.
 * @param withHours whether places of the calendar have an hour
 */
export function useMoving(timeZone: string, withHours: boolean): Moving {
  const client = useQueryClient()
  const [state, setState] = useState<State | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ picked, target }: State): Promise<Schedule> =>
      moveSchedule(picked.schedule, movedTime(picked, target, timeZone)),
    onSuccess: (moved) => {
      const { publishAt } = moved
      notifyDone(['Moved to', dueWords(publishAt), publishAt.note].filter(Boolean).join(' '))
      keepUntilDue(moved).catch(() => {})
    },
    onError: notifyError,
    onSettled: async (_moved, _error, { picked, isByKeyboard }) => {
      await client.invalidateQueries({ queryKey: ['schedules'] })
      if (isByKeyboard) focusOn(picked.schedule.scheduleId)
    },
  })
  const begin = (picked: Placed, isByKeyboard: boolean) =>
    setState({ picked, isByKeyboard, target: { day: picked.day, hour: withHours ? picked.hour : null } })
  const drop = () => {
    setState(null)
    if (state === null) return
    const { picked, target } = state
    const isSame = target.day === picked.day && (target.hour === null || target.hour === picked.hour)
    if (!isSame) mutate(state)
  }
  const words = state
    ? dueWords(
        {
          ...state.picked.schedule.publishAt,
          instant: instantOfRequested(movedTime(state.picked, state.target, timeZone)),
        },
        timeZone,
      )
    : ''
  return {
    picked: state?.picked ?? null,
    target: state?.target ?? null,
    isByKeyboard: state?.isByKeyboard ?? false,
    savingId: isPending ? variables.picked.schedule.scheduleId : null,
    words: state?.isByKeyboard ? `${words}. Enter drops it there, Escape leaves it where it was.` : '',
    drag: (placed) => begin(placed, false),
    pickUp: (placed) => begin(placed, true),
    over: (target) =>
      setState((before) =>
        before && (before.target.day !== target.day || before.target.hour !== target.hour)
          ? { ...before, target }
          : before,
      ),
    shift: (by) => setState((before) => before && { ...before, target: shifted(before.target, by) }),
    drop,
    leave: () => setState(null),
  }
}
