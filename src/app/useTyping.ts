import { useEffect } from 'react'

/** Somebody who starts to type is about to sign in: then what comes after it is fetched. */
export const useTyping = (begun: () => void) => {
  useEffect(() => {
    const typing = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && /^(text|password)$/.test(target.type)) begun()
    }
    document.addEventListener('input', typing)
    return () => document.removeEventListener('input', typing)
  }, [begun])
}
