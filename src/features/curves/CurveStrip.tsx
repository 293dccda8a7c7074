import { useId, useState } from 'react'
import { useStripQuery } from '../../api/curvesApi'
import { asApiError } from '../../api/kit/errors'
import { priceText } from '../../resources/quotes/amounts'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { RecordBars } from '../../resources/kit/RecordPage'
import { DateText } from '../../ui/value/DateText'
import { StripChart } from './StripChart'
import './curve-strip.css'

const lengths = [12, 24, 36] as const

/** The prices of consecutive months of a curve, as a chart and a table (CRV-2, CRV-3). */
export const CurveStrip = ({ curve }: { curve: number }) => {
  const id = useId()
  const [from, setFrom] = useState<string>()
  const [months, setMonths] = useState<number>(lengths[0])
  const { data, currentData, error, isFetching, refetch } = useStripQuery({ curve, from, months })
  const problem = isFetching ? undefined : asApiError(error)
  const strip = currentData ?? (problem ? undefined : data)
  return (
    <section className="curve-strip" aria-labelledby={id}>
      <div className="curve-strip-head">
        <h2 id={id}>Strip</h2>
        <label className="list-size line">
          From
          <input
            className="native-input"
            type="month"
            value={from ?? data?.months[0]?.month ?? ''}
            onChange={({ target }) => target.value !== '' && setFrom(target.value)}
          />
        </label>
        <label className="list-size line">
          Months
          <select value={months} onChange={({ target }) => setMonths(Number(target.value))}>
            {lengths.map((length) => (
              <option key={length}>{length}</option>
            ))}
          </select>
        </label>
      </div>
      {problem && <ErrorState title="There is no such strip." error={problem} retry={() => void refetch()} />}
      {!strip && !problem && <RecordBars />}
      {strip && (
        <>
          <p>
            As of <DateText value={strip.curve_date} format="day" />
            {strip.curve_is_old && <span className="curve-old">Old</span>}. Average{' '}
            <strong>{priceText(strip.strip_average)}</strong> per dth.
          </p>
          <div className="curve-strip-body">
            <StripChart strip={strip} />
            <table aria-label="Strip">
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  <th scope="col" className="curve-price">
                    $ per dth
                  </th>
                  <th scope="col">Settled</th>
                  <th scope="col">Last trading day</th>
                </tr>
              </thead>
              <tbody>
                {strip.months.map(({ month, price, settled, last_trading_day }) => (
                  <tr key={month}>
                    <th scope="row">{month}</th>
                    <td className="curve-price">{priceText(price)}</td>
                    <td>{settled ? 'Yes' : 'No'}</td>
                    <td>
                      <DateText value={last_trading_day} format="day" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
