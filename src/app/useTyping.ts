import { useEffect } from 'react'

/** Typing precedes a sign-in: then the next files are prefetched. */
export const useTyping = (begun: () => void) => {
  useEffect(() => {
    const typing = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && /^(text|password)$/.test(target.type)) begun()
    }
    document.addEventListener('input', typing)
    return () => document.removeEventListener('input', typing)
  }, [begun])
}
