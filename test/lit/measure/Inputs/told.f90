! What threads do is counted in told-gnu.py: each of 4 rounds is a team of all, and 5 tasks come after them.
module m
contains
  subroutine sweep(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    !$omp parallel do schedule(dynamic, 10)
    do i = 1, n
      a(i) = a(i) + 1
    end do
    !$omp end parallel do
  end subroutine
end module
program p
  use m
  integer, parameter :: n = 200
  real(8) :: a(n), s
  integer :: k
  a = 0
  s = 0
  do k = 1, 4
    call sweep(a, n)
    !$omp parallel
    !$omp critical (hit)
    s = s + 1
    !$omp end critical (hit)
    !$omp barrier
    !$omp single
    a(1) = a(1) + 1
    !$omp end single
    !$omp end parallel
  end do
  !$omp parallel
  !$omp single
  do k = 1, 5
    !$omp task firstprivate(k)
    a(k) = k
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, s
end program
