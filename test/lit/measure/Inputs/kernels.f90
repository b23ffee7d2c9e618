! Five kernels after those of the NAS Parallel Benchmarks, small; told-gnu.py knows what threads do in 3 rounds of each.
module kernels
  use omp_lib
  implicit none
  integer, parameter :: rounds = 3, n = 60
contains
  ! Random numbers that need nothing of each other: a loop with a reduction.
  subroutine ep(sum)
    real(8), intent(inout) :: sum
    integer :: i
    !$omp parallel do schedule(dynamic, 4) reduction(+:sum)
    do i = 1, n
      sum = sum + mod(i * 7919, 101)
    end do
    !$omp end parallel do
  end subroutine

  ! Conjugate gradients: the product with a matrix, and dot products that a critical section and a lock add up.
  subroutine cg(sum)
    real(8), intent(inout) :: sum
    real(8) :: p(n), q(n), dot, own
    integer(omp_lock_kind) :: lock
    integer :: i
    p = 1
    dot = 0
    call omp_init_lock(lock)
    !$omp parallel private(own)
    !$omp do schedule(guided)
    do i = 1, n
      q(i) = 2 * p(i) - p(max(i - 1, 1)) / 2 - p(min(i + 1, n)) / 2
    end do
    !$omp end do
    own = 0
    !$omp do schedule(dynamic, 7)
    do i = 1, n
      own = own + p(i) * q(i)
    end do
    !$omp end do nowait
    !$omp critical (dot_product)
    dot = dot + own
    !$omp end critical (dot_product)
    !$omp barrier
    !$omp single
    sum = sum + dot
    !$omp end single
    call omp_set_lock(lock)
    sum = sum + 1
    call omp_unset_lock(lock)
    !$omp end parallel
    call omp_destroy_lock(lock)
  end subroutine

  ! Multigrid: the same sweep on smaller and smaller grids, with a barrier between them.
  subroutine mg(sum)
    real(8), intent(inout) :: sum
    real(8) :: a(n)
    integer :: level, i
    a = 1
    !$omp parallel private(level)
    do level = 1, 4
      !$omp do schedule(dynamic, 2)
      do i = 1, n, 2**level
        a(i) = a(i) + level
      end do
      !$omp end do nowait
      !$omp barrier
    end do
    !$omp master
    sum = sum + a(1)
    !$omp end master
    !$omp end parallel
  end subroutine

  ! Lower and upper triangles: each iteration has a part that waits for the one before.
  subroutine lu(sum)
    real(8), intent(inout) :: sum
    real(8) :: a(n)
    integer :: i
    a = 1
    !$omp parallel do ordered schedule(dynamic, 1)
    do i = 2, 12
      !$omp ordered
      a(i) = a(i - 1) / 2 + 1
      !$omp end ordered
    end do
    !$omp end parallel do
    sum = sum + a(12)
  end subroutine

  ! A transform that is divided again and again: tasks.
  recursive subroutine divide(a, first, last)
    real(8), intent(inout) :: a(n)
    integer, intent(in) :: first, last
    if (last - first < 15) then
      a(first:last) = a(first:last) + 1
    else
      !$omp task shared(a) firstprivate(first, last)
      call divide(a, first, (first + last) / 2)
      !$omp end task
      !$omp task shared(a) firstprivate(first, last)
      call divide(a, (first + last) / 2 + 1, last)
      !$omp end task
      !$omp taskwait
    end if
  end subroutine
  subroutine ft(sum)
    real(8), intent(inout) :: sum
    real(8) :: a(n)
    a = 0
    !$omp parallel
    !$omp single
    !$omp taskgroup
    call divide(a, 1, n)
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    sum = sum + a(1) + a(n)
  end subroutine
end module

program nas
  use kernels
  real(8) :: sum
  character(8) :: name
  integer :: round
  call get_command_argument(1, name)
  sum = 0
  do round = 1, rounds
    select case (name)
    case ('ep')
      call ep(sum)
    case ('cg')
      call cg(sum)
    case ('mg')
      call mg(sum)
    case ('lu')
      call lu(sum)
    case ('ft')
      call ft(sum)
    end select
  end do
  print *, sum
end program
